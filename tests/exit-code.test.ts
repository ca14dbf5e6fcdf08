// A run with failing tests must fail: the database the tests start once answered for it with code 0.
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('lets the run that starts a PostgreSQL end with its own exit code', () => {
  const codeOf = (code: number) => {
    const script = `await import('./tests/support/postgres.ts'); process.exitCode = ${code};`;
    return spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: new URL('..', import.meta.url) })
      .status;
  };
  expect([codeOf(0), codeOf(1), codeOf(7)]).toEqual([0, 1, 7]);
});
