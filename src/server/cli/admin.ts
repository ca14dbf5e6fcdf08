// `npm run admin -- COMMAND …`: the operator's changes to accounts, beside a running server, which reads them from the
// database.
import { statSync } from 'node:fs';
import { systemClock } from '../adapters/clock-ids.ts';
import { requireMigrated } from '../db/migrate.ts';
import { type Database, openDatabase } from '../db/open.ts';
import type { Deps } from '../deps.ts';
import { releaseSso } from '../domain/account/sso.ts';
import type { Env } from '../env.ts';
import { UsageError } from './arguments.ts';

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
  'npm run admin -- COMMAND',
  ...Object.entries(COMMANDS).map(([name, { args, summary }]) => `  ${[name, ...args].join(' ')}    ${summary}`),
].join('\n');

/** Prints what was done. @throws UsageError, or an error that says why it can't be done. */
export async function admin(env: Env, [name = '', ...args]: string[]): Promise<void> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(name ? `Unknown command '${name}'` : 'COMMAND is missing', USAGE);
  if (command.args.length !== args.length || args.includes('')) {
    throw new UsageError(`${name} takes ${command.args.join(' ')}`, USAGE);
  }
  console.log(await onDatabase(env, ({ db }) => command.run({ db, clock: systemClock }, ...args)));
}

async function onDatabase<T>({ DATABASE_URL }: Env, use: (database: Database) => Promise<T>): Promise<T> {
  const [, file] = /^file:(.*)$/.exec(DATABASE_URL) ?? [];
  // An empty file counts as none, and opening it would make a database of it.
  if (file !== undefined && !statSync(file, { throwIfNoEntry: false })?.size)
    throw new Error(`There is no database at ${file}. Run npm start first`);
  const database = openDatabase(DATABASE_URL);
  try {
    if (database.dialect === 'sqlite') database.writer.pragma(`busy_timeout = ${BUSY_TIMEOUT}`);
    await requireMigrated(database);
    return await use(database);
  } finally {
    await database.close();
  }
}
