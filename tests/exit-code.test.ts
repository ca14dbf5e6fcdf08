// A test run with failures must exit with an error, although the embedded PostgreSQL would make it exit with 0.
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('lets a run that starts a PostgreSQL keep its own exit code', { tags: ['long'] }, () => {
  const codeOf = (code: number) => {
    const script = `await import('./tests/support/postgres.ts'); process.exitCode = ${code};`;
    return spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: new URL('..', import.meta.url) })
      .status;
  };
  expect([codeOf(0), codeOf(1), codeOf(7)]).toEqual([0, 1, 7]);
});
