// The table behind `npm run test:changed` is complete, and asks for no more than it must.
import { globSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { expect, it } from 'vitest';
import { filesWithLongTests, LONG_PARTS, longTestsOf } from './support/long-parts.ts';

it('names each file with long tests in a part, and in no part a file or folder that is gone', () => {
  const isInOne = (path: string) => LONG_PARTS.some(({ tests }) => tests.some((glob) => matchesGlob(path, glob)));
  expect(filesWithLongTests().filter((path) => !isInOne(path))).toEqual([]);
  const globs = LONG_PARTS.flatMap(({ changes, tests }) => [...changes, ...tests]);
  expect(globs.filter((glob) => globSync(glob).length === 0)).toEqual([]);
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
