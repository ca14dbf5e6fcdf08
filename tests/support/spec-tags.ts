// Which tests show which sentences of the specification, by tags at the end of their titles such as
// `[spec 4.refresh.1 2.public.*]`. Runs nothing: the files are only read.
import { globSync, readFileSync } from 'node:fs';
import { type FoundTest, testsOf } from './tests-of.ts';

/** A test with a tag; `tags` are ids of sentences, or of a whole section with a star at the end. */
export type TaggedTest = FoundTest & { file: string; tags: readonly string[] };

const TAG = / ?\[spec ([^\]]*)\]/g;

/** @returns the file's tests with a tag, their titles without it. */
function taggedTestsOf(file: string): TaggedTest[] {
  const code = readFileSync(file, 'utf8');
  if (!code.includes('[spec ')) return [];
  return testsOf(file, code).flatMap((test) => {
    const tags = [...test.title.matchAll(TAG)].flatMap(([, ids = '']) => ids.split(' '));
    return tags.length > 0 ? [{ ...test, file, title: test.title.replaceAll(TAG, ''), tags }] : [];
  });
}

/** @returns every test with a tag, of both runners, by file. */
export const findTaggedTests = (): TaggedTest[] =>
  globSync(['{src,tests}/**/*.test.ts', 'tests/e2e/**/*.spec.ts'])
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .flatMap(taggedTestsOf);

const isNamed = (id: string, tag: string) => (tag.endsWith('.*') ? id.startsWith(tag.slice(0, -1)) : id === tag);

/** @returns the tests that run and show the sentence. */
export const testsFor = (id: string, tests: readonly TaggedTest[]): TaggedTest[] =>
  tests.filter(({ tags, mayNotRun }) => !mayNotRun && tags.some((tag) => isNamed(id, tag)));

/** @returns a line for each sentence that no test shows, and for each tag that names none. */
export function listGaps(sentences: Readonly<Record<string, string>>, tests: readonly TaggedTest[]): string[] {
  const ids = Object.keys(sentences);
  const unshown = ids.filter((id) => testsFor(id, tests).length === 0);
  const unknown = tests.flatMap(({ file, title, tags }) =>
    tags.filter((tag) => !ids.some((id) => isNamed(id, tag))).map((tag) => `${tag} is no sentence: ${file}: ${title}`),
  );
  return [...unshown.map((id) => `${id} has no test that runs: “${sentences[id]}”`), ...unknown];
}
