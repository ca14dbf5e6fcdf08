// `npm run test:soak -- NAME`: what takes longer than minutes, such as 240 kills and thousands of random histories, and all of
// what a long run draws a part of. For the night before a release, and after a change of what it is about.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { printMissed, SOAK_TIMES } from './run-report.ts';

/** What is run, by its name. */
const SOAKS: Record<string, { files: string[]; about: string }> = {
  durability: {
    files: ['tests/flows/durability.test.ts'],
    about: 'kills the server at 60 moments by two signals on both databases',
  },
  billing: { files: ['tests/billing-property.test.ts'], about: '10,000 histories of registering and paying' },
  aggregates: { files: ['tests/aggregates-property.test.ts'], about: '500 histories of events, recounted' },
  events: { files: ['tests/events-property.test.ts'], about: '1,000 orders of deliveries' },
  fuzz: {
    files: ['tests/fuzz.test.ts', 'tests/attacks/hostile-urls.test.ts'],
    about: '1,000 calls of every path with random input, and every hostile address',
  },
  rules: {
    files: ['src/shared/embed/rules.property.test.ts', 'src/client/rules'],
    about: 'up to 50,000 rules and visits, compared with the reference',
  },
  migrations: {
    files: ['migrations/failures.test.ts'],
    about: 'fails each migration there is at each of its statements, by four causes',
  },
  commands: {
    files: ['tests/attacks/misused-commands.test.ts', 'tests/attacks/full-log-disk.test.ts'],
    about: 'each command misused in each way, and its log on each disk and pipe that fails',
  },
  screens: {
    files: [
      'screens',
      'first-loads',
      'screen-faults',
      'public-reading',
      'rules',
      'widget-hostile-answers',
      'widget-hostile',
      'widget-zoom',
    ].map((name) => `tests/e2e/${name}.spec.ts`),
    about: 'all screens, forms, conditions, looks and hostile pages, of which a long run draws some',
  },
  wordpress: {
    files: ['tests/e2e/wordpress.soak.ts'],
    about: "our plugin on a real WordPress of Debian's packages, which must be installed",
  },
  pure: {
    files: [
      'src/shared/embed/safe-link.test.ts',
      'src/server/domain/stats/interaction-groups.test.ts',
      'src/server/domain/stats/cost-buckets.test.ts',
      'src/server/adapters/vendors/vendors.test.ts',
      'src/client/settings/settings-tabs.test.ts',
      'src/client/features/stats/range.test.ts',
    ],
    about: 'up to 50,000 inputs of links, groups, buckets, deliveries, settings and days',
  },
};

const [name = '', ...rest] = process.argv.slice(2);
const soak = SOAKS[name];
if (!soak || rest.length > 0) {
  const lines = Object.entries(SOAKS).map(([each, { about }]) => `  ${each.padEnd(12)}${about}`);
  console.error(`Usage: npm run test:soak -- NAME\n${lines.join('\n')}`);
  process.exitCode = 2;
} else {
  const began = performance.now();
  rmSync(SOAK_TIMES, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${SOAK_TIMES}`];
  const isInBrowser = soak.files.every((path) => path.startsWith('tests/e2e/'));
  const [program, args] = isInBrowser ? ['playwright', ['test']] : ['vitest', ['run', ...reporters]];
  const child = spawn(`node_modules/.bin/${program}`, [...args, ...soak.files], {
    env: { ...process.env, TEST_RUNS: 'soak' },
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
  child.once('close', (code) => {
    printMissed(SOAK_TIMES);
    console.log(`${name}: ${((performance.now() - began) / 60_000).toFixed(1)} minutes`);
    process.exitCode = code ?? 1;
  });
}
