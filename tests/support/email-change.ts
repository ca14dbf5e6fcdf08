// For attacks on changing an account's email address: the calls, and the codes in what is sent.
import { afterEach, beforeEach } from 'vitest';
import type { Database } from '#server/db/open.ts';
import type { ChangedEmail } from '#shared/contract/account.ts';
import type { TestApp } from './app.ts';
import { deliverMails, makeAccount, makeAuthStage } from './auth.ts';
import { type ApiResponse, type Client, makeClient } from './client.ts';

export const ANA = 'ana@shop.example';
export const NEW = 'ana@new.example';

export type EmailChangeStage = {
  app(): TestApp;
  /** Starts anew, with the limits on. */
  restartWithLimits(): Promise<void>;
  change(client: Client, email: string): Promise<ApiResponse<ChangedEmail>>;
  /** @returns the address that waits; null for none. */
  pending(client: Client): Promise<string | null>;
  /** Uses the code of a link, as anybody may. */
  confirm(code: string): Promise<ApiResponse<unknown>>;
  /** @returns the account's address, and whether it is verified. */
  addressOf(client: Client): Promise<[string, boolean]>;
  /** Sends what waits. @returns the code in each email that has one. */
  codes(): Promise<{ kind: string; code: string }[]>;
  newestCode(): Promise<string>;
  queued(): Promise<{ kind: string; recipient: string }[]>;
  /** @returns a verified account that has asked for `to`, and the code to confirm that. */
  startChange(email?: string, to?: string): Promise<{ client: Client; code: string }>;
};

/** Call it in a suite: each of its tests gets an app of its own, with fast passwords. */
export function useEmailChangeStage(database: () => Database): EmailChangeStage {
  let app: TestApp;
  const start = (limits: '0' | '1') => {
    app = makeAuthStage(database(), { AUTH_RATE_LIMIT: limits });
  };
  beforeEach(() => start('0'));
  afterEach(() => app.stop());

  const change = (client: Client, email: string) => client.post<ChangedEmail>('/api/auth/change-email', { email });
  const codes = async () => {
    const letters = await deliverMails(app);
    return letters.flatMap(({ kind, link }) => {
      const code = /[?#](?:code|reset)=([\w-]{43})/.exec(link ?? '')?.[1];
      return code ? [{ kind, code }] : [];
    });
  };
  return {
    app: () => app,
    async restartWithLimits() {
      await app.stop();
      start('1');
    },
    change,
    pending: async (client) => (await client.get<ChangedEmail>('/api/auth/change-email')).body.pendingEmail,
    confirm: (code) => makeClient(app).post('/api/auth/verify-email', { code }),
    async addressOf(client) {
      const { user } = (await client.get<ChangedEmail>('/api/auth/me')).body;
      return [user.email, user.emailVerified];
    },
    codes,
    newestCode: async () => (await codes()).at(-1)?.code ?? '',
    queued: () => app.deps.db.selectFrom('mails').select(['kind', 'recipient']).orderBy('id').execute(),
    async startChange(email = ANA, to = NEW) {
      const client = await makeAccount(app, email);
      await codes();
      await change(client, to);
      const code = (await codes()).find(({ kind }) => kind === 'change-email')?.code ?? '';
      return { client, code };
    },
  };
}
