// Lists the sections of the specification and the tests that prove them, from tags in test titles such as
// `[spec 4.refresh]`, with the sentences of the table in spec-sentences/. Runs nothing: both runners only list their
// tests.
import { execFileSync } from 'node:child_process';
import { relative } from 'node:path';
import { type Suite, specsOf } from './run-report.ts';
import { SENTENCES } from './spec-sentences/index.ts';

type Listed = { file: string; title: string };

/** @param json the start of the runner's JSON, after anything printed before it. */
function list<T>(command: string[], json: string): T {
  const output = execFileSync('npx', command, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(output.slice(output.indexOf(json))) as T;
}

const unitTests = list<{ name: string; file: string }[]>(['vitest', 'list', '--json'], '[').map(
  ({ name, file }): Listed => ({ file: relative('.', file), title: name }),
);
const browserTests = list<{ suites: Suite[] }>(['playwright', 'test', '--list', '--reporter=json'], '{')
  .suites.flatMap(specsOf)
  .map(({ title, file }): Listed => ({ file: `tests/e2e/${file}`, title }));

const proofs = [...unitTests, ...browserTests].flatMap(({ file, title }) =>
  [...title.matchAll(/\[spec (\S+)\]/g)].map(([, section = '']) => ({
    section,
    line: `  ${file}: ${title.replaceAll(/ \[spec \S+\]/g, '')}`,
  })),
);
for (const section of [...new Set([...proofs, ...SENTENCES].map((one) => one.section))].sort()) {
  const sentences = SENTENCES.filter((one) => one.section === section).map(({ sentence }) => `  “${sentence}”`);
  const lines = proofs.filter((one) => one.section === section).map(({ line }) => line);
  console.log([section, ...sentences, ...new Set(lines)].join('\n'));
}
