// Lists the sentences of the specification and the tests that show each; fails if one has none.
import { SENTENCES } from './spec-sentences.ts';
import { findTaggedTests, listGaps, testsFor } from './spec-tags.ts';

const tests = findTaggedTests();
for (const [id, sentence] of Object.entries(SENTENCES)) {
  console.log(`${id} “${sentence}”`);
  for (const { file, title, isLong } of testsFor(id, tests)) {
    console.log(`  ${file}: ${title}${isLong ? ' (long)' : ''}`);
  }
}
const gaps = listGaps(SENTENCES, tests);
for (const gap of gaps) console.error(gap);
if (gaps.length > 0) process.exitCode = 1;
