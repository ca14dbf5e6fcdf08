// Runs before each test file: whatever is written to console.error or console.warn is a failure, so that no warning
// becomes a habit.
import { afterEach, beforeEach, expect, vi } from 'vitest';

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
