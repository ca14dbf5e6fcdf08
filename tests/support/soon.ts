// Waits of unit tests for what comes by itself: as long as the test may take, for nothing else tells a slow machine from a
// fault. What must never come is awaited by what comes after it.
import { expect } from 'vitest';

/** In milliseconds. Far from what any wait takes, and under a test's own limit, so that the failure says what is missing. */
const PATIENCE = 50_000;

/** @returns what `read` returns, to be compared until it is right: `await soon(read).toBe(1)`. */
export const soon = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: PATIENCE, interval: 20 });
