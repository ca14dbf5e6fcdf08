// `npm run sso-token -- --email E`: prints a single sign-on token like one from the operator's own system.
import { makeIds, systemClock } from '../adapters/clock-ids.ts';
import { makeSso } from '../adapters/sso.ts';
import type { Env } from '../env.ts';
import { readArguments, USAGE, UsageError } from './arguments.ts';

/** Prints the token to standard output, and the URL that logs in with it to standard error. */
export async function printSsoToken(env: Env, args: string[]): Promise<void> {
  const { values } = readArguments('sso-token', args, { email: { type: 'string' }, name: { type: 'string' } });
  if (!env.SSO_SECRET) throw new Error('SSO_SECRET: is required for single sign-on');
  if (!values.email) throw new UsageError('--email is missing', USAGE['sso-token']);
  const sso = makeSso(env.SSO_SECRET, env.PUBLIC_URL, systemClock, makeIds(systemClock));
  const token = await sso.sign(values.email, values.name ?? null);
  console.log(token);
  console.error(`${env.PUBLIC_URL}/sso-login?token=${token}`);
}
