// Sends emails with nodemailer: over SMTP when a server is configured, otherwise to files in the outbox folder, with
// their links logged. The queue is in the database, so a crash loses nothing.

import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { DAY, HOUR, MINUTE, SECOND } from '#shared/time.ts';
import { claimMails, deleteMail, insertMail, postponeMail, type StoredMail } from '../db/mails.ts';
import type { Database } from '../db/open.ts';
import type { Clock, Ids, Log, Mail, Mailer } from '../domain/ports.ts';

const POLL = 5 * SECOND;
/** How long an email stays in the outbox. */
const OUTBOX_LIFE = DAY;
/** How long a claim lasts: if its sender dies, another one retries the email after this. */
const CLAIM = MINUTE;
/** Retries back off from 10 s, tripling up to 6 hours. After about three days we give up. */
const MAX_ATTEMPTS = 18;
const retryDelay = (attempts: number) => Math.min(10 * SECOND * 3 ** (attempts - 1), 6 * HOUR);

/** An email ready to send; the outbox carries its link in a header, too. */
export type WrittenMail = { subject: string; text: string; html: string; link: string };

export type MailerOptions = {
  smtpUrl: string | undefined;
  /** e.g. `Proofbell <no-reply@shop.example>`. */
  from: string;
  outbox: string;
  /** Writes an email just before it is sent, with a link of its own; null when it has become pointless. */
  write(mail: Mail): Promise<WrittenMail | null>;
};

export type RunningMailer = Mailer & {
  /** Sends what is due now, or waits for the batch being sent. */
  flush(): Promise<void>;
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
  const send = options.smtpUrl ? smtpSender(options.smtpUrl, options.from) : outboxSender(options, clock, log);
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  let isFailing = false;

  async function sendDue(): Promise<void> {
    for (;;) {
      const now = clock.now();
      const mails = await claimMails(database, iso(now), iso(now + CLAIM), 20);
      if (mails.length === 0) return;
      for (const mail of mails) await attempt(mail);
    }
  }

  async function attempt(mail: StoredMail): Promise<void> {
    try {
      const written = await options.write({ kind: mail.kind, userId: mail.userId, to: mail.recipient });
      if (written) await send(mail, written);
      await deleteMail(database.db, mail.id);
    } catch (error) {
      const isOver = mail.attempts >= MAX_ATTEMPTS;
      const next = isOver ? null : iso(clock.now() + retryDelay(mail.attempts));
      log.warn(
        { mail: mail.id, attempts: mail.attempts, error: String(error) },
        isOver ? 'mail given up' : 'mail not sent',
      );
      await postponeMail(database.db, mail.id, next, String(error));
    }
  }

  function flush(): Promise<void> {
    running ??= sendDue()
      .then(() => sweepOutbox(options.outbox, clock.now()))
      .then(() => {
        isFailing = false;
      })
      .catch((error) => {
        // Once per outage, not on every poll.
        if (!isFailing) log.error({ error: String(error) }, 'mail queue could not be read');
        isFailing = true;
      })
      .finally(() => {
        running = null;
      });
    return running;
  }

  return {
    async enqueue(db, mail) {
      await insertMail(db, {
        id: ids.next(),
        kind: mail.kind,
        userId: mail.userId,
        recipient: mail.to,
        createdAt: iso(clock.now()),
      });
    },
    wake() {
      if (isStopped) return;
      timer ??= setInterval(flush, POLL).unref();
      setImmediate(flush);
    },
    flush,
    async stop() {
      isStopped = true;
      if (timer) clearInterval(timer);
      await running;
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

const message = (mail: StoredMail, { subject, text, html }: WrittenMail, from: string) => ({
  from,
  // An object rather than text, so that the address cannot smuggle in a second recipient.
  to: { name: '', address: mail.recipient },
  subject,
  text,
  html,
  messageId: `<${mail.id}@proofbell>`,
});

function smtpSender(smtpUrl: string, from: string) {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  return async (mail: StoredMail, written: WrittenMail) => {
    await transport.sendMail(message(mail, written, from));
  };
}

function outboxSender({ outbox, from }: MailerOptions, clock: Clock, log: Log) {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return async (mail: StoredMail, written: WrittenMail) => {
    // Encoded bodies wrap long links; this header keeps the link on one line, for grep. nodemailer takes a
    // prepared value as it is, so a line break in it would start another header.
    const headers = { 'X-Link': { prepared: true, value: written.link.replace(/[\r\n]+/g, '') } };
    const { message: bytes } = await transport.sendMail({ ...message(mail, written, from), headers });
    await mkdir(outbox, { recursive: true, mode: 0o700 });
    const name = `${fileTime(clock.now())}-${mail.recipient.replace(/[^a-zA-Z0-9@._+-]/g, '_').slice(0, 100)}.eml`;
    // Renamed into place, so that a reader waiting for the file never sees half of it.
    await writeFile(join(outbox, `.${mail.id}`), bytes as Buffer, { mode: 0o600 });
    await rename(join(outbox, `.${mail.id}`), join(outbox, name));
    log.info({ to: mail.recipient, subject: written.subject, link: written.link }, 'mail written to the outbox');
  };
}
