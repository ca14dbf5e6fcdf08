// Registering in steps. The browser's cookie holds the registration; nobody is logged in until there is an account.
import { useSession } from '#client/auth/session-context.tsx';
import { trpc } from '#client/auth/trpc.ts';
import type { CreateUserInput, Registration, StartRegistrationInput } from '#shared/contract/registration.ts';

/** The unfinished registration that this browser holds; null without one. */
export const useCurrentRegistration = () => trpc.registration.current.useQuery(undefined, { staleTime: 0 });

/** @returns the calls of the steps, each of which can be made again. */
export function useRegistrationCalls() {
  const { client } = trpc.useUtils();
  const session = useSession();
  return {
    start: async (input: StartRegistrationInput): Promise<Registration> =>
      (await client.registration.start.mutate(input)).registration,
    /** @returns the registration, and where to pay unless it is paid or its payment is on the way. */
    pay: (id: string, sessionId?: string) =>
      client.registration.payment.mutate(sessionId === undefined ? { id } : { id, sessionId }),
    /**
     * Makes the account and logs in.
     * @param onCreated gets the registration before anything is drawn for the new user.
     * @returns whether the address needs no more verifying.
     */
    async createUser(input: CreateUserInput, onCreated: (registration: Registration) => void): Promise<boolean> {
      const { registration } = await client.registration.createUser.mutate(input);
      // A query: the CSRF token at hand is that of the browser before it had this session.
      const signedIn = await client.auth.session.query();
      if (!signedIn) throw new Error('The server logged nobody in');
      onCreated(registration);
      session.accept(signedIn);
      return signedIn.user.emailVerified;
    },
    finish: async (id: string): Promise<Registration> => (await client.registration.finish.mutate({ id })).registration,
    forceFinish: async (id: string): Promise<Registration> =>
      (await client.registration.forceFinish.mutate({ id })).registration,
    resume: async (token: string): Promise<Registration> =>
      (await client.registration.resume.mutate({ token })).registration,
  };
}

/** Mails a link to continue an unfinished registration. The answer doesn't tell whether there is one. */
export const useMailResumeLink = () => trpc.registration.mailLink.useMutation();
