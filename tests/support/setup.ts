// Runs before each test file: whatever is written to console.error or console.warn is a failure, so that no warning
// becomes a habit.
import fc from 'fast-check';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { runs } from './runs.ts';

// For properties that set no number of their own.
fc.configureGlobal({ numRuns: runs(100, 2_000) });

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
