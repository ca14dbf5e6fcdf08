// Runs before each test file: any console.error or console.warn fails the test, so that nobody gets used to warnings.
import fc from 'fast-check';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { runs, SEED } from './runs.ts';

// The defaults of property tests.
fc.configureGlobal({ numRuns: runs(100, 500), seed: SEED });

let errors: unknown[][] = [];

beforeEach(() => {
  errors = [];
  const note = (...values: unknown[]) => {
    errors.push(values);
  };
  vi.spyOn(console, 'error').mockImplementation(note);
  vi.spyOn(console, 'warn').mockImplementation(note);
});

afterEach(() => {
  const seen = errors;
  vi.restoreAllMocks();
  expect(seen, 'written to the console').toEqual([]);
});
