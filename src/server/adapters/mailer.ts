// Sends the queued emails: over SMTP when a server is configured, otherwise to files in the outbox folder, with their
// links logged. The queue is in the database, so a crash loses nothing. An email is sent again only when its outcome is
// unknown: the process died, or the mail server said nothing, after the whole email was on its way.

import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY, MINUTE, SECOND } from '#shared/time.ts';
import { isBusy } from '../db/faults.ts';
import {
  claimMail,
  deleteMail,
  insertMail,
  keepClaim,
  postponeMail,
  releaseMail,
  type StoredMail,
} from '../db/mails.ts';
import type { Database, Db } from '../db/open.ts';
import type { Clock, Ids, Log, Mail, Mailer } from '../domain/ports.ts';
import { latestAttempts, makeQueue, retryDelay, type Settle } from '../domain/queue.ts';

/** How long an email stays in the outbox. */
const OUTBOX_LIFE = DAY;
/** How long a claim lasts unless it is renewed: if its sender dies, another one retries the email after this. */
const CLAIM = MINUTE;
/** How long a stop waits for the mail server's answer to an email that is out. */
const STOP_WAIT = 5 * SECOND;
const STOPPING = 'Proofbell is stopping';
/** After three days and three hours we give up. */
const MAX_ATTEMPTS = 20;

/** An email ready to send; the outbox carries its link or code in a header, too. */
export type WrittenMail = {
  subject: string;
  text: string;
  /** '' for an email in plain text only. */
  html: string;
  /** The address that replies go to, unless it is ours. */
  replyTo?: string | undefined;
  link?: string | null;
  code?: string | null;
  /** Where the recipient's email program unsubscribes with one POST (RFC 8058). */
  unsubscribe?: string | undefined;
};

/** One attempt to deliver an email, as a mail server's client sees it. */
type SmtpAttempt = {
  /** Ends the attempt. */
  signal: AbortSignal;
  /** Asked when the mail server is ready for the email: false ends the attempt, and nothing arrives. */
  maySend(): boolean;
  /** Called when the whole email is on its way. */
  onSent(): void;
};

export type MailerOptions = {
  /** Delivers over SMTP; without it, emails go to the outbox. */
  smtp?: (message: Message, attempt: SmtpAttempt) => Promise<void>;
  /** e.g. `Proofbell <no-reply@shop.example>`. */
  from: string;
  outbox: string;
  /** Counts an email that is to be queued. @returns 0 when it may be, else the seconds to wait. Without it all may. */
  limit?: (db: Db, mail: Mail, now: number) => Promise<number>;
  /** Writes an email just before it is sent, with a link of its own; null when it has become pointless. */
  write(mail: Mail): Promise<WrittenMail | null>;
  /** Milliseconds; tests wait less. */
  stopWait?: number;
};

export type RunningMailer = Mailer & {
  /** Sends what is due now, or waits for what is being sent. */
  flush(): Promise<void>;
  /** Stops within 5 s, whatever the mail server does. */
  stop(): Promise<void>;
};

/** @returns the mailer, which polls for due emails every 5 s from its first `wake` until it is stopped. */
export function makeMailer(
  database: Database,
  clock: Clock,
  ids: Ids,
  log: Log,
  options: MailerOptions,
): RunningMailer {
  const { smtp, from } = options;
  const send = smtp
    ? (mail: StoredMail, written: WrittenMail, attempt: SmtpAttempt) => smtp(message(mail, written, from), attempt)
    : outboxSender(options, clock, log);
  /** What is being sent now. */
  let outgoing: { isOut: boolean; abort(reason: string): void } | null = null;

  const queue = makeQueue<StoredMail>(log, {
    failure: 'mail queue could not be read',
    claim() {
      const now = clock.now();
      return claimMail(database, iso(now), iso(now + CLAIM), latestAttempts(now, CLAIM));
    },
    attempt,
    release,
    afterwards: () => sweepOutbox(options.outbox, clock.now()),
  });

  async function release(mail: StoredMail): Promise<void> {
    await releaseMail(database.db, mail, iso(clock.now()));
  }

  async function attempt(mail: StoredMail): Promise<Settle> {
    const controller = new AbortController();
    const current = { isOut: false, abort: (reason: string) => controller.abort(new Error(reason)) };
    const claim = keepClaim(database.db, mail, clock, CLAIM, () => {
      if (!current.isOut) current.abort('claimed by another process');
    });
    outgoing = current;
    // The stop may have come between the claim and this.
    if (queue.isStopped()) current.abort(STOPPING);
    try {
      const written = await options.write({ ...mail, to: mail.recipient });
      if (written) {
        await send(mail, written, {
          signal: controller.signal,
          maySend: claim.isValid,
          onSent: () => {
            current.isOut = true;
          },
        });
      }
      return () => deleteMail(database.db, mail.id);
    } catch (error) {
      return failed(mail, error, current.isOut);
    } finally {
      outgoing = null;
      await claim.end();
    }
  }

  /** @param isOut the whole email was on its way: without a refusal from the server, it may have arrived. */
  function failed(mail: StoredMail, error: unknown, isOut: boolean): Settle {
    if (queue.isStopped() && !isOut) return () => release(mail);
    // Nothing is wrong with the email: it is sent as soon as the database can be read.
    if (isBusy(error)) throw error;
    const isOver = mail.attempts >= MAX_ATTEMPTS;
    const isUnclear = isOut && !(error as { responseCode?: number }).responseCode;
    log.warn(
      { mail: mail.id, attempts: mail.attempts, error: String(error), ...(isUnclear && { mayArriveTwice: true }) },
      isOver ? 'mail given up' : 'mail not sent',
    );
    // Of whoever has left, not even the address stays.
    if (isOver && mail.kind === 'account-deleted') return () => deleteMail(database.db, mail.id);
    const next = isOver ? null : iso(clock.now() + retryDelay(mail.attempts));
    // The mail server's words may hold anything, and PostgreSQL stores no NUL.
    return () => postponeMail(database.db, mail, next, String(error).replace(/\p{Cc}+/gu, ' '));
  }

  return {
    async enqueue(db, mail) {
      const wait = (await options.limit?.(db, mail, clock.now())) ?? 0;
      if (wait > 0) return wait;
      await insertMail(db, {
        id: ids.next(),
        kind: mail.kind,
        userId: mail.userId,
        registrationId: mail.registrationId ?? null,
        contactMessageId: mail.contactMessageId ?? null,
        recipient: mail.to,
        siteId: mail.siteId ?? null,
        week: mail.week ?? null,
        createdAt: iso(clock.now()),
      });
      return 0;
    },
    wake: queue.wake,
    flush: queue.flush,
    async stop() {
      const stopped = queue.stop();
      // Before an email is out, giving up costs nothing; after that only the server's answer tells whether it arrived.
      if (!outgoing?.isOut) outgoing?.abort(STOPPING);
      const cut = setTimeout(() => outgoing?.abort(STOPPING), options.stopWait ?? STOP_WAIT);
      await stopped;
      clearTimeout(cut);
    },
  };
}

/**
 * Deletes emails from the outbox after a day: by then their links are dead, and they still show who has an account.
 * Files that aren't emails of ours, which begin with their time, stay.
 */
async function sweepOutbox(outbox: string, now: number): Promise<void> {
  const oldest = fileTime(now - OUTBOX_LIFE);
  for (const name of await readdir(outbox).catch(() => [])) {
    if (/^\d{4}-\d\d-\d\dT[\d-]+Z-.*\.eml$/.test(name) && name < oldest) await rm(join(outbox, name), { force: true });
  }
}

/** @returns a time as file names have it. */
const fileTime = (ms: number) => iso(ms).replace(/[:.]/g, '-');

const iso = (ms: number) => new Date(ms).toISOString();

type Message = ReturnType<typeof message>;
const message = (mail: StoredMail, { subject, text, html, replyTo, unsubscribe }: WrittenMail, from: string) => ({
  from,
  // An object rather than text, so that the address cannot smuggle in a second recipient.
  to: { name: '', address: mail.recipient },
  ...(replyTo && { replyTo: { name: '', address: replyTo } }),
  subject,
  text,
  html,
  messageId: `<${mail.id}@proofbell>`,
  headers: unsubscribe
    ? {
        'List-Unsubscribe': prepared(`<${unsubscribe}>`),
        'List-Unsubscribe-Post': prepared('List-Unsubscribe=One-Click'),
      }
    : {},
});

/**
 * A header on one line, however long. nodemailer takes a prepared value as it is, so a line break in it would start
 * another header.
 */
const prepared = (value: string) => ({ prepared: true, value: value.replace(/[\r\n]+/g, '') });

function outboxSender({ outbox, from }: MailerOptions, clock: Clock, log: Log) {
  return async (mail: StoredMail, written: WrittenMail) => {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
    const { subject, link, code } = written;
    const ready = message(mail, written, from);
    // Encoded bodies wrap long links; these keep it on one line, for grep.
    const headers = {
      ...ready.headers,
      ...(link && { 'X-Link': prepared(link) }),
      ...(code && { 'X-Code': prepared(code) }),
    };
    const { message: bytes } = await transport.sendMail({ ...ready, headers });
    await mkdir(outbox, { recursive: true, mode: 0o700 });
    const name = `${fileTime(clock.now())}-${mail.recipient.replace(/[^a-zA-Z0-9@._+-]/g, '_').slice(0, 100)}.eml`;
    // Renamed into place, so that a reader waiting for the file never sees half of it.
    await writeFile(join(outbox, `.${mail.id}`), bytes as Buffer, { mode: 0o600 });
    await rename(join(outbox, `.${mail.id}`), join(outbox, name));
    log.info(
      { to: mail.recipient, subject, ...(link && { link }), ...(code && { code }) },
      'mail written to the outbox',
    );
  };
}
