// The contact form with a real mail server behind it, and people who write from addresses of their own.
import PostalMime from 'postal-mime';
import type { Database } from '#server/db/open.ts';
import { makeTestApp, type TestApp } from './app.ts';
import { makeClient } from './client.ts';
import { startSmtp } from './smtp.ts';

export const OPERATOR = 'hello@oak.example';
export const HELLO = { email: 'ana@shop.example', message: 'Do you ship to Lisbon?' };

export async function makeContactStage(database: Database) {
  const smtp = await startSmtp();
  const make = (environment: Record<string, string> = {}) =>
    makeTestApp(database, {
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      CONTACT_EMAIL: OPERATOR,
      TRUST_PROXY: '1',
      ...environment,
    });
  let app: TestApp = make();
  return {
    app: () => app,
    /** The emails that arrived. */
    received: smtp.received,
    /** @param environment overrides, as text. */
    async restart(environment: Record<string, string> = {}) {
      await app.stop();
      app = make(environment);
    },
    send: (body: unknown, address = '203.0.113.1') =>
      makeClient(app).call('POST', '/api/contact', body, { 'x-forwarded-for': address }),
    stored: () => app.deps.db.selectFrom('contact_messages').selectAll().orderBy('id').execute(),
    queued: () => app.deps.db.selectFrom('mails').selectAll().execute(),
    /** Sends what is queued. @returns the last email that arrived, as sent and as read. */
    async last() {
      await app.running.mailer.flush();
      const { to, source } = smtp.received.at(-1) ?? { to: [], source: '' };
      return { to, source, mail: await PostalMime.parse(source) };
    },
    async stop() {
      await app.stop();
      await smtp.stop();
    },
  };
}
