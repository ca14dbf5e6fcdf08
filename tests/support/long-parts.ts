// What `npm run test:changed` runs beside the short form: the long tests of what a change touches.
import { globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';

/** What a change touches, and where the long tests of it are. */
type LongPart = { changes: string[]; tests: string[] };

/** Each file with long tests is in one part at least; a test checks that. */
export const LONG_PARTS: LongPart[] = [
  {
    changes: ['src/widget/**', 'src/shared/embed/**', 'src/server/embed/**', 'tests/e2e/support/{widget,hostile}*'],
    tests: [
      'tests/e2e/{widget,computed,counting,custom-css,proof}*.spec.ts',
      'src/{widget,shared/embed,server/embed}/**',
    ],
  },
  {
    changes: [
      'src/client/{auth,plans,features/account,features/billing,features/registration}/**',
      'src/server/domain/{account,billing}/**',
      'src/server/http/sandbox/**',
    ],
    tests: [
      'tests/e2e/owner.spec.ts',
      'tests/e2e/{account,billing,login,pricing,registration,sandbox,verif,weekly-email}*.spec.ts',
    ],
  },
];

/**
 * @param changed paths of changed files. @param withLongTests the files that have long tests.
 * @returns those of them that such a change asks for: changed ones, and those of each part it touches.
 */
export function longTestsOf(
  changed: readonly string[],
  withLongTests: readonly string[],
  parts = LONG_PARTS,
): string[] {
  const touched = parts.filter(({ changes }) =>
    changed.some((path) => changes.some((glob) => matchesGlob(path, glob))),
  );
  const globs = touched.flatMap(({ tests }) => tests);
  return withLongTests.filter((path) => changed.includes(path) || globs.some((glob) => matchesGlob(path, glob)));
}

/** @returns the files of both runners that do more in the long form: tests with the tag, or more runs. */
export const filesWithLongTests = (): string[] =>
  globSync(['{src,demo,migrations,bench,tests}/**/*.test.ts', 'tests/e2e/**/*.spec.ts'])
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /'@?long'|\bruns\(/.test(readFileSync(path, 'utf8')))
    .sort();
