// Each sentence of the specification is shown by a test that runs, and says so in its title.
import { expect, it } from 'vitest';
import { SENTENCES } from './support/spec-sentences.ts';
import { findTaggedTests, listGaps, type TaggedTest } from './support/spec-tags.ts';
import { testsOf } from './support/tests-of.ts';

it('every form of a test is read, with whether it may not run, and whether it is long', () => {
  const code = `
    test('plain', run);
    test.describe('part', () => { it.each([1])(\`each \${1}, of\`, run) });
    describe.skip('off', () => { it('inside', run) });
    it.skipIf(true)('maybe', run); it.todo('later'); test('gives up', () => { test.fixme(true) });
    other.test('no'); title('test(never)');
    it('long unit', { tags: ['slow', 'long'] }, run); it.each([1])('of %s', { tags: 'long' }, run);
    test('long screen', { tag: '@long' }, run); test('other', { tag: '@slow', title: 'long' }, run);
    test.describe('long part', { tag: ['@long'] }, () => { test('of a long part', run) });
  `;
  const found = (title: string, is: { mayNotRun?: boolean; isLong?: boolean } = {}) => ({
    title,
    mayNotRun: false,
    isLong: false,
    ...is,
  });
  expect(testsOf('a.test.ts', code)).toEqual([
    found('plain'),
    found('each …, of'),
    found('inside', { mayNotRun: true }),
    found('maybe', { mayNotRun: true }),
    found('later', { mayNotRun: true }),
    found('gives up', { mayNotRun: true }),
    found('long unit', { isLong: true }),
    found('of %s', { isLong: true }),
    found('long screen', { isLong: true }),
    found('other'),
    found('of a long part', { isLong: true }),
  ]);
});

it('every sentence is shown by a test that runs, and every tag names a sentence', () => {
  expect(listGaps(SENTENCES, findTaggedTests())).toEqual([]);
});

it('a sentence without a test, one with a skipped test only, and an unknown tag are gaps', () => {
  const sentences = { '2.nav.1': 'Shown', '2.nav.10': 'Bare', '4.toasts.1': 'Skipped', '9.1': 'Swept', '9.10': 'Too' };
  const test = (title: string, tags: string[], mayNotRun = false): TaggedTest => ({
    file: 'a.test.ts',
    title,
    tags,
    mayNotRun,
    isLong: false,
  });
  const tests = [
    test('shows', ['2.nav.1']),
    test('is skipped', ['4.toasts.1'], true),
    test('sweeps', ['9.*']),
    test('is mistaken', ['4.toast.1', '2.nav', '2.na.*']),
  ];
  expect(listGaps(sentences, tests)).toEqual([
    '2.nav.10 has no test that runs: “Bare”',
    '4.toasts.1 has no test that runs: “Skipped”',
    '4.toast.1 is no sentence: a.test.ts: is mistaken',
    '2.nav is no sentence: a.test.ts: is mistaken',
    '2.na.* is no sentence: a.test.ts: is mistaken',
  ]);
});

it('has each sentence once', () => {
  const all = Object.values(SENTENCES);
  expect(all.filter((one, at) => all.indexOf(one) !== at)).toEqual([]);
});
