// `npm run admin -- COMMAND …`: the operator's changes to accounts, beside a running server, which reads them from the
// database; what hangs, and what people wrote.
import { statSync } from 'node:fs';
import { PLAN_IDS } from '#shared/pricing.ts';
import { systemClock } from '../adapters/clock-ids.ts';
import { requireMigrated } from '../db/migrate.ts';
import { type Database, openDatabase } from '../db/open.ts';
import type { Deps } from '../deps.ts';
import { releaseSso } from '../domain/account/sso.ts';
import { grantPlan, setRole } from '../domain/billing/grants.ts';
import { listMessages } from '../domain/contact.ts';
import { type EffectivePlan, planById } from '../domain/plan.ts';
import { listHanging } from '../domain/registration/hanging.ts';
import type { Env } from '../env.ts';
import { UsageError } from './arguments.ts';

/** How long a change waits for the server's own, in milliseconds. Blocking is fine: nothing else runs here. */
const BUSY_TIMEOUT = 10_000;

type AdminDeps = Pick<Deps, 'db' | 'clock'> & { config: Pick<Deps['config'], 'freeSites'> };
type Command = {
  /** Names of its arguments, all required; what is listed as `a|b` is one of these. */
  args: string[];
  summary: string;
  /** @returns what was done. @throws an error that says why it can't be. */
  run(deps: AdminDeps, ...args: string[]): Promise<string>;
};

const unknown = (email: string) => new Error(`No account has the address ${email}`);
const count = (sites: number) => (sites === 1 ? '1 site' : `${sites} sites`);
const inWords = ({ plan, maxSites }: EffectivePlan) => `${planById(plan).name} (${count(maxSites)})`;

const COMMANDS: Record<string, Command> = {
  plan: {
    args: ['EMAIL', PLAN_IDS.toReversed().join('|')],
    summary: 'grant the account a plan without payment; free takes the grant back',
    async run(deps, email = '', plan = '') {
      const granted = await grantPlan(deps, email, plan);
      if (!granted) throw unknown(email);
      const { from, to, isChanged, sites } = granted;
      if (!isChanged) return `${email} has that grant already and keeps ${inWords(to)}. Nothing was changed.`;
      const change = from.plan === to.plan ? `keeps ${inWords(to)}` : `had ${inWords(from)} and now has ${inWords(to)}`;
      const why = to.plan === plan ? '' : ', by their subscription';
      const kept = sites > to.maxSites ? ` All ${sites} of their sites keep running; no more can be created.` : '';
      return `${email} ${change}${why}.${kept}`;
    },
  },
  role: {
    args: ['EMAIL', 'admin|user'],
    summary: 'give the account a role',
    async run(deps, email = '', role = '') {
      const from = await setRole(deps, email, role === 'admin' ? 'admin' : 'user');
      if (from === null) throw unknown(email);
      return from === role
        ? `${email} has the role ${role} already. Nothing was changed.`
        : `${email} had the role ${from} and now has the role ${role}.`;
    },
  },
  registrations: {
    args: [],
    summary: 'list the registrations and payments that hang, and why',
    async run(deps) {
      const lines = await listHanging(deps);
      return lines.length === 0 ? 'Nothing hangs.' : lines.join('\n');
    },
  },
  messages: {
    args: [],
    summary: 'list what was written by the contact form in the last 90 days, the newest first',
    async run(deps) {
      const messages = await listMessages(deps);
      return messages.length === 0 ? 'No messages.' : messages.join('\n\n');
    },
  },
  'release-sso': {
    args: ['EMAIL'],
    summary: 'let another single sign-on user take over the account with this address',
    async run(deps, email = '') {
      const result = await releaseSso(deps, email);
      if (result === 'unknown') throw unknown(email);
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
    throw new UsageError(`${name} takes ${command.args.join(' ') || 'no arguments'}`, USAGE);
  }
  const wrong = command.args.find((arg, i) => arg.includes('|') && !arg.split('|').includes(args[i] ?? ''));
  if (wrong) throw new UsageError(`${name} takes one of ${wrong.replaceAll('|', ', ')}`, USAGE);
  const config = { freeSites: env.MAX_SITES };
  console.log(await onDatabase(env, ({ db }) => command.run({ db, clock: systemClock, config }, ...args)));
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
