// After all browser tests: their server's whole log is checked for secrets, and its folder is removed.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expectNoSecrets } from '#tests/support/log-secrets.ts';

/** @throws when a secret was logged, which fails the run. */
export default function readLog(): void {
  const folder = process.env.E2E_DATA_DIR ?? '';
  const lines = readFileSync(join(folder, 'server.log'), 'utf8').trim().split('\n');
  if (lines.length < 2) throw new Error('The server logged nothing to be read');
  expectNoSecrets(lines);
  rmSync(folder, { recursive: true, force: true });
}
