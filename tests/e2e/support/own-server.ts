// A server for one test file: with the limits on, or to be stopped and started; its whole log is checked for secrets.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectNoSecrets } from '#tests/support/log-secrets.ts';
import { freePort } from '#tests/support/ports.ts';

export type OwnServer = {
  origin: string;
  start(): Promise<void>;
  /** Ends the process; the database stays. */
  halt(): Promise<void>;
  /** Ends it for good. @throws when a secret was logged. */
  end(): Promise<void>;
};

/** @param environment beside what every test's server gets; limits are on unless it says otherwise. */
export async function startOwnServer(environment: Record<string, string> = {}): Promise<OwnServer> {
  const folder = mkdtempSync(join(tmpdir(), 'proofbell-own-'));
  const port = await freePort();
  const lines: string[] = [];
  let child: ChildProcess | undefined;

  const start = async () => {
    const env = { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'debug' };
    const server = spawn(process.execPath, ['src/server/main.ts'], { env: { ...env, ...environment } });
    child = server;
    let rest = '';
    await new Promise<void>((resolve, reject) => {
      server.once('exit', () => reject(new Error(`the server ended:\n${lines.join('\n')}`)));
      server.stdout.on('data', (chunk: Buffer) => {
        const [first = '', ...more] = (rest + chunk).split('\n');
        for (const line of [first, ...more.slice(0, -1)].filter(() => more.length > 0)) {
          lines.push(line);
          if (line.includes('is ready at')) resolve();
        }
        rest = more.length > 0 ? (more.at(-1) ?? '') : first;
      });
    });
  };
  const halt = async () => {
    const gone = new Promise((resolve) => child?.once('exit', resolve));
    child?.kill('SIGTERM');
    await gone;
  };

  await start();
  return {
    origin: `http://localhost:${port}`,
    start,
    halt,
    async end() {
      await halt();
      rmSync(folder, { recursive: true, force: true });
      expectNoSecrets(lines);
    },
  };
}
