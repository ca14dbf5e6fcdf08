// Registrations as far as a test needs them, through the API.
import type { Registration, RegistrationUser, StartRegistrationInput } from '#shared/contract/registration.ts';
import type { TestApp } from './app.ts';
import { type Client, mailedLink, makeClient } from './client.ts';

export const PASSWORD = 'correct horse';

type Body = { registration: Registration };

/** Somebody who is registering, in one browser. */
export type Registrant = { client: Client; email: string; id: string };

/** Starts a registration. @throws when it is refused */
export async function startRegistration(
  app: TestApp,
  input: Partial<StartRegistrationInput> & { email: string },
  client: Client = makeClient(app),
): Promise<Registrant> {
  const { status, body } = await client.post<Body>('/api/registration', input);
  if (status !== 201) throw new Error(`not started: ${JSON.stringify(body)}`);
  return { client, email: input.email, id: body.registration.id };
}

export const stepOf = ({ client, id }: Registrant, step: string, body: unknown = {}) =>
  client.post<RegistrationUser>(`/api/registration/${id}/${step}`, body);

export const read = async ({ client, id }: Registrant): Promise<Registration> =>
  (await client.get<Body>(`/api/registration/${id}`)).body.registration;

/** Opens the verification link that was mailed last. */
export async function verify(app: TestApp, { client, email }: Registrant): Promise<void> {
  const code = new URL(await mailedLink(app, email)).searchParams.get('code');
  await client.post('/api/auth/verify-email', { code });
}

/** @returns a registration on Free that is this far. */
export async function registerUntil(
  app: TestApp,
  email: string,
  status: 'started' | 'user_created' | 'verified' | 'finished',
): Promise<Registrant> {
  const registrant = await startRegistration(app, { email });
  if (status === 'started') return registrant;
  await stepOf(registrant, 'create-user', { password: PASSWORD });
  if (status === 'user_created') return registrant;
  await verify(app, registrant);
  if (status === 'finished') await stepOf(registrant, 'finish');
  return registrant;
}

/** The row of a registration, as it is stored. */
export const storedRegistration = ({ deps }: TestApp, { email }: Pick<Registrant, 'email'>) =>
  deps.db
    .selectFrom('registrations')
    .selectAll()
    .where('email_lower', '=', email.toLowerCase())
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
