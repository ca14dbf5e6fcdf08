// Registrations as far as a test needs them, through the API.
import type {
  Registration,
  RegistrationAnswer,
  RegistrationUser,
  StartRegistrationInput,
} from '#shared/contract/registration.ts';
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

/** @returns the token of the link to continue that was mailed last. */
export const mailedToken = async (app: TestApp, email: string): Promise<string> =>
  (await mailedLink(app, email)).split('#resume=')[1] ?? '';

/** Mails the link of the registration that was started last, or of `id`, without asking, which takes its time. */
export async function mailLink(app: TestApp, email: string, id?: string): Promise<string> {
  const registrationId = id ?? (await storedRegistration(app, { email })).id;
  const mail = { kind: 'resume-registration', userId: null, registrationId, to: email } as const;
  await app.deps.mailer.enqueue(app.deps.db, mail);
  return mailedToken(app, email);
}

export const openLink = (client: Client, token: string) =>
  client.procedure<RegistrationAnswer>('mutation', 'registration.resume', { token });
