// SECURITY.md and docs/reliability.md promise nothing that no test attacks.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const security = readFileSync('SECURITY.md', 'utf8');
const reliability = readFileSync('docs/reliability.md', 'utf8');
const attacks = readdirSync('tests/attacks', { encoding: 'utf8' }).map((name) => `tests/attacks/${name}`);

/** @returns the files that a text names, in backquotes or in commands. */
const filesIn = (text: string) => [...text.matchAll(/[\w./-]+\.(?:test|spec)\.ts/g)].map(([name]) => name);

it('each promise in SECURITY.md names its test', () => {
  const promises = security.slice(security.indexOf('## What we promise'), security.indexOf("## What we don't promise"));
  const lines = promises.split('\n').filter((line) => line.startsWith('- '));
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter((line) => filesIn(line).length === 0)).toEqual([]);
});

it('each section of docs/reliability.md says what was done, what happened, what was lost and how to repeat it', () => {
  const sections = reliability.split('\n## ').slice(1);
  expect(sections.length).toBeGreaterThan(8);
  for (const section of sections) {
    expect(section.match(/^\*(?:Done|What happened|Lost|Repeat):\*/gm)).toEqual([
      '*Done:*',
      '*What happened:*',
      '*Lost:*',
      '*Repeat:*',
    ]);
  }
});

it('the tests that they name exist, and every attack is named and begins with its idea', () => {
  const named = new Set([...filesIn(security), ...filesIn(reliability)]);
  expect([...named].filter((name) => !existsSync(name))).toEqual([]);
  expect(attacks.filter((name) => !named.has(name))).toEqual([]);
  expect(attacks.filter((name) => !readFileSync(name, 'utf8').startsWith('// Attack: '))).toEqual([]);
});
