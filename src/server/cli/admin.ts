// `npm run admin -- COMMAND …`: the operator's changes to accounts, beside a running server, which reads them from the
// database.
import { existsSync } from 'node:fs';
import { systemClock } from '../adapters/clock-ids.ts';
import { requireMigrated } from '../db/migrate.ts';
import { type Database, openDatabase } from '../db/open.ts';
import type { Deps } from '../deps.ts';
import { releaseSso } from '../domain/account/sso.ts';
import type { Env } from '../env.ts';
import { explainStart } from './start-errors.ts';

/** Exit codes. */
const DONE = 0;
const FAILED = 1;
const MISUSED = 2;

/** How long a change waits for the server's own, in milliseconds. Blocking is fine: nothing else runs here. */
const BUSY_TIMEOUT = 10_000;

type AdminDeps = Pick<Deps, 'db' | 'clock'>;
type Command = {
  /** Names of its arguments, all required. */
  args: string[];
  summary: string;
  /** @returns what was done. @throws an error that says why it can't be. */
  run(deps: AdminDeps, ...args: string[]): Promise<string>;
};

const COMMANDS: Record<string, Command> = {
  'release-sso': {
    args: ['EMAIL'],
    summary: 'let another single sign-on user take over the account with this address',
    async run(deps, email = '') {
      const result = await releaseSso(deps, email);
      if (result === 'unknown') throw new Error(`No account has the address ${email}`);
      if (result === 'not bound') throw new Error(`${email} is not bound to a single sign-on user`);
      return `Released ${email}. The next single sign-on with this address takes the account over and ends all other access to it.`;
    },
  },
};

const USAGE = [
  'Usage: npm run admin -- COMMAND',
  ...Object.entries(COMMANDS).map(([name, { args, summary }]) => `  ${[name, ...args].join(' ')}    ${summary}`),
].join('\n');

/** Prints the result to standard output, or what went wrong to standard error. @returns the exit code. */
export async function admin(env: Env, [name = '', ...args]: string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command?.args.length !== args.length) {
    console.error(USAGE);
    return MISUSED;
  }
  try {
    console.log(await onDatabase(env, ({ db }) => command.run({ db, clock: systemClock }, ...args)));
    return DONE;
  } catch (error) {
    console.error(explainStart(error, env));
    return FAILED;
  }
}

async function onDatabase<T>({ DATABASE_URL }: Env, use: (database: Database) => Promise<T>): Promise<T> {
  const [, file] = /^file:(.*)$/.exec(DATABASE_URL) ?? [];
  if (file !== undefined && !existsSync(file)) throw new Error(`There is no database at ${file}. Run npm start first`);
  const database = openDatabase(DATABASE_URL);
  try {
    if (database.dialect === 'sqlite') database.writer.pragma(`busy_timeout = ${BUSY_TIMEOUT}`);
    await requireMigrated(database);
    return await use(database);
  } finally {
    await database.close();
  }
}
