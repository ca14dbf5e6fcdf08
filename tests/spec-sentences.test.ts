// The table of the specification's sentences: each test that it names is there, runs, and has the sentence's tag, so that
// the table cannot outlive a test.
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SENTENCES } from './support/spec-sentences/index.ts';
import { testsOf } from './support/tests-of.ts';

it('reads every form of a test, and sees which do not run', () => {
  const code = `
    test('plain', run);
    test.describe('part', () => { it.each([1])(\`each \${1}, of\`, run) });
    describe.skip('off', () => { it('inside', run) });
    it.skipIf(true)('maybe', run); it.todo('later'); test('gives up', () => { test.fixme(true) });
    other.test('no'); title('test(never)');
  `;
  expect(testsOf('a.test.ts', code)).toEqual([
    { title: 'plain', mayNotRun: false },
    { title: 'each …, of', mayNotRun: false },
    { title: 'inside', mayNotRun: true },
    { title: 'maybe', mayNotRun: true },
    { title: 'later', mayNotRun: true },
    { title: 'gives up', mayNotRun: true },
  ]);
});

it.each(SENTENCES.map((row) => [row.section, row.sentence, row] as const))(
  '%s “%s” is shown by tests that run',
  (_section, _sentence, { section, tests }) => {
    expect(tests).not.toEqual([]);
    for (const { file, title } of tests) {
      expect(existsSync(file), file).toBe(true);
      const found = testsOf(file, readFileSync(file, 'utf8')).filter((one) => one.title.includes(title));
      expect([file, title, found.length]).toEqual([file, title, 1]);
      const [{ title: whole, mayNotRun } = { title: '', mayNotRun: true }] = found;
      expect([whole, mayNotRun]).toEqual([whole, false]);
      const sections = [...whole.matchAll(/\[spec (\S+)\]/g)].map(([, one = '']) => one);
      expect([whole, sections.some((one) => `${one}.`.startsWith(`${section}.`))]).toEqual([whole, true]);
    }
  },
);

it('has each sentence once', () => {
  const all = SENTENCES.map(({ sentence }) => sentence);
  expect(all.filter((one, at) => all.indexOf(one) !== at)).toEqual([]);
});
