// Delivers one email over SMTP with nodemailer, within bounds that no mail server can stretch.
import { Readable } from 'node:stream';
import type { SendMailOptions } from 'nodemailer';
import { MINUTE, SECOND } from '#shared/time.ts';

/** Milliseconds. */
export type SmtpBounds = {
  /** From connecting until the server asks for the email. */
  prepare: number;
  /** From then on until it has accepted the email. */
  deliver: number;
};

/** RFC 5321, 4.5.3.2.6: whoever waits less than 10 minutes for the last answer sends emails twice. */
const BOUNDS: SmtpBounds = { prepare: 30 * SECOND, deliver: 10 * MINUTE };

type Attempt = { signal: AbortSignal; maySend(): boolean; onSent(): void };

/**
 * @param smtpUrl `smtp://` or `smtps://`, with user and password.
 * @returns a function that delivers an email, and throws when the server refuses it or takes too long, or the attempt's
 * signal ends it. It asks `maySend` just before the email goes out, and calls `onSent` when all of it is on its way.
 */
export function makeSmtp(smtpUrl: string, bounds = BOUNDS) {
  const options = {
    url: smtpUrl,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: bounds.deliver,
    socketCloseTimeout: SECOND,
  };
  return async (message: SendMailOptions, { signal, maySend, onSent }: Attempt): Promise<void> => {
    // Loaded on demand: it is a tenth of a start.
    const { createTransport } = await import('nodemailer');
    const late = new AbortController();
    const wait = (ms: number) => setTimeout(() => late.abort(new Error('the mail server took too long')), ms);
    let timer = wait(bounds.prepare);
    // Read only once the server has asked for the email. What completes the email is written after this has ended.
    async function* handOver(email: AsyncIterable<Buffer>) {
      if (!maySend()) throw new Error('claimed by another process');
      clearTimeout(timer);
      timer = wait(bounds.deliver);
      yield* email;
      onSent();
    }
    const either = AbortSignal.any([signal, late.signal]);
    const transport = createTransport(options);
    transport.use('stream', (mail, next) => {
      mail.message.processFunc((email) => Readable.from(handOver(email), { objectMode: false }));
      next();
    });
    try {
      // nodemailer's types do not know its signal yet.
      await transport.sendMail({ ...message, ...{ signal: either } });
    } catch (error) {
      throw either.aborted ? either.reason : error;
    } finally {
      clearTimeout(timer);
    }
  };
}
