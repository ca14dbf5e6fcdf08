// What tests stand on, such as an application, an owner, a shop and a folder: made for each test, and gone after it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, onTestFinished } from 'vitest';

type Hook = (work: () => unknown) => void;

function filled<T extends object>(make: () => T | Promise<T>, before: Hook, after: Hook): T {
  const current: Record<string, unknown> & { stop?: () => unknown } = {};
  before(async () => {
    for (const key of Object.keys(current)) delete current[key];
    Object.assign(current, await make());
  });
  after(() => current.stop?.());
  return current as T;
}

/**
 * Call it in a suite, once for each thing, in the order in which they are made; they are stopped the other way round.
 * @param make a plain object, with `stop` if it has to be stopped.
 * @returns the same object for all tests, with the parts of the current test's: to be read only inside tests and hooks.
 */
export const eachTest = <T extends object>(make: () => T | Promise<T>): T => filled(make, beforeEach, afterEach);

/** The same, made once for all tests of the suite. */
export const allTests = <T extends object>(make: () => T | Promise<T>): T => filled(make, beforeAll, afterAll);

/** For a test, or its beforeEach. @returns the path of a new folder, which is deleted after the test and its afterEach. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'proofbell-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
