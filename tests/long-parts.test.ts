// The table behind `npm run test:changed` is complete, and asks for no more than it must.
import { globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { expect, it } from 'vitest';
import {
  filesWithLongTests,
  LONG_PARTS,
  longTestsOf,
  WITHOUT_LONG_TESTS,
  withUsersOfHelpers,
} from './support/long-parts.ts';

it('names each file with long tests in a part, and in no part a file or folder that is gone', () => {
  const isInOne = (path: string) => LONG_PARTS.some(({ tests }) => tests.some((glob) => matchesGlob(path, glob)));
  expect(filesWithLongTests().filter((path) => !isInOne(path))).toEqual([]);
  const globs = LONG_PARTS.flatMap(({ changes, tests }) => [...changes, ...tests]);
  expect(globs.filter((glob) => globSync(glob).length === 0)).toEqual([]);
});

it('leaves browser tests out of the long form only in files that have long ones', () => {
  const short = globSync('tests/e2e/**/*.spec.ts').filter((path) => readFileSync(path, 'utf8').includes("'@short'"));
  expect(short.filter((path) => !filesWithLongTests().includes(path))).toEqual([]);
});

it('knows of each source file which long tests a change of it asks for, or that there are none', () => {
  const known = [...LONG_PARTS.flatMap(({ changes }) => changes), ...WITHOUT_LONG_TESTS];
  const sources = globSync(['{src,demo,migrations,content,bin}/**/*.*', 'build*.ts', 'dev.ts', 'package-lock.json']);
  const isTest = (path: string) => path.endsWith('.test.ts');
  expect(sources.filter((path) => !isTest(path) && !known.some((glob) => matchesGlob(path, glob)))).toEqual([]);
});

it('asks for the long tests that use a changed helper, be it through another', () => {
  const asked = withUsersOfHelpers(['tests/e2e/support/layout-shift.ts']);
  expect(asked).toContain('tests/e2e/screens.spec.ts');
  expect(asked).not.toContain('tests/e2e/sandbox.spec.ts');
  expect(withUsersOfHelpers(['tests/e2e/support/cpu.ts'])).toContain('tests/e2e/sandbox.spec.ts');
});

it('asks for the long tests of what a change touches, of changed tests, and for no others', () => {
  const parts = [
    { changes: ['src/widget/**'], tests: ['tests/e2e/widget*.spec.ts', 'src/widget/**'] },
    { changes: ['migrations/**'], tests: ['migrations/**'] },
  ];
  const all = [
    'migrations/failures.test.ts',
    'src/widget/view.test.ts',
    'tests/e2e/rules.spec.ts',
    'tests/e2e/widget.spec.ts',
  ];
  expect(longTestsOf(['src/widget/view.ts'], all, parts)).toEqual([
    'src/widget/view.test.ts',
    'tests/e2e/widget.spec.ts',
  ]);
  expect(longTestsOf(['migrations/001-a.ts', 'tests/e2e/rules.spec.ts'], all, parts)).toEqual([all[0], all[2]]);
  expect(longTestsOf(['README.md'], all, parts)).toEqual([]);
});
