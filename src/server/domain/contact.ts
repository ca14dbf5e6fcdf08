// Messages to the operator, written by anybody with the contact form. Each is stored and, in the same transaction, queued
// as an email to the operator alone: the writer gets no copy, or anyone could have us send emails to strangers.

import { CONTACT_REFUSALS, type ContactAnswer, type ContactInput } from '#shared/contract/contact.ts';
import { CONTACT_MESSAGE_LIFE } from '#shared/limits.ts';
import { DAY, HOUR, isoNow, isoOf, SECOND } from '#shared/time.ts';
import {
  deleteContactMessages,
  findContactMessage,
  insertContactMessage,
  listContactMessages,
  type StoredContactMessage,
} from '../db/contact-messages.ts';
import type { Deps } from '../deps.ts';
import type { Client } from './client.ts';
import { DomainError } from './errors.ts';
import type { ContactLetter, Mail } from './ports.ts';
import { take } from './rate-limit.ts';

const RECEIVED: ContactAnswer = { received: true };

/** 5 an hour from one address, and 100 a day in all, so that nobody fills the operator's inbox. */
async function limitMessages(deps: Deps, address: string): Promise<void> {
  await take(deps, `contact:${address}`, 5, HOUR / SECOND, CONTACT_REFUSALS.tooMany);
  await take(deps, 'contact', 100, DAY / SECOND, CONTACT_REFUSALS.full);
}

/**
 * Takes a message to the operator. One whose trap is filled in, with whatever, is dropped, counted nowhere, and answered
 * alike.
 * @throws not-found where the operator gave no address for messages; rate-limited
 */
export async function sendContactMessage(deps: Deps, input: ContactInput, client: Client): Promise<ContactAnswer> {
  const to = deps.config.contactEmail;
  if (to === undefined) throw new DomainError('not-found', CONTACT_REFUSALS.off);
  if (input.website) return RECEIVED;
  await limitMessages(deps, client.address);
  const id = deps.ids.next();
  await deps.db.transaction().execute(async (db) => {
    await insertContactMessage(db, {
      id,
      name: input.name || null,
      email: input.email,
      message: input.message,
      createdAt: isoNow(deps.clock),
    });
    await deps.mailer.enqueue(db, { kind: 'contact-message', userId: null, contactMessageId: id, to });
  });
  deps.mailer.wake();
  return RECEIVED;
}

/** @returns the email to the operator, just before it is sent; null when its message is gone by now. */
export async function composeContactEmail(
  { db }: Pick<Deps, 'db'>,
  { contactMessageId }: Mail,
): Promise<ContactLetter | null> {
  const row = contactMessageId ? await findContactMessage(db, contactMessageId) : undefined;
  if (!row) return null;
  const { name, email, message, createdAt } = row;
  return {
    kind: 'contact-message',
    name: name && readable(name),
    email,
    message: readable(message),
    sentAt: createdAt,
    link: null,
    code: null,
  };
}

/** Deletes the messages that are older than what we promise to keep. */
export const purgeOldContactMessages = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, stopping?: AbortSignal) =>
  deleteContactMessages(db, isoOf(clock.now() - CONTACT_MESSAGE_LIFE), stopping);

/** @returns the stored messages for the operator's terminal, the newest first: when, from whom, and the text below. */
export async function listMessages({ db }: Pick<Deps, 'db'>): Promise<string[]> {
  const from = ({ name, email }: StoredContactMessage) => (name ? `${name} <${email}>` : email);
  return (await listContactMessages(db)).map((row) => {
    const head = `${row.createdAt.slice(0, 16).replace('T', ' ')} UTC  ${readable(from(row)).replaceAll('\n', ' ')}`;
    const lines = readable(row.message).split('\n');
    return [head, ...lines.map((line) => `  ${line}`.trimEnd())].join('\n');
  });
}

/**
 * @returns a stranger's text with one kind of line break, and a mark in place of what would steer a terminal or turn the
 * direction of reading.
 */
const readable = (text: string): string =>
  text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(/(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
