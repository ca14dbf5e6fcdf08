// Composes every email just before it is sent: each room writes its own.
import { REGISTRATION_MAIL_KINDS } from '../db/mails.ts';
import { composeAccountEmail, type EmailParts } from './account/emails.ts';
import { composeContactEmail } from './contact.ts';
import type { Letter, Mail, RegistrationMailKind } from './ports.ts';
import { composeRegistrationEmail } from './registration/mails.ts';
import { composeWeeklyEmail } from './weekly/letter.ts';

const isAboutRegistration = (kind: Mail['kind']): kind is RegistrationMailKind =>
  REGISTRATION_MAIL_KINDS.some((one) => one === kind);

/** @returns the email; null when it has become pointless. */
export async function composeEmail(parts: EmailParts, mail: Mail): Promise<Letter | null> {
  const { kind } = mail;
  if (kind === 'contact-message') return composeContactEmail(parts, mail);
  if (kind === 'weekly-summary' || kind === 'weekly-now') return composeWeeklyEmail(parts, { ...mail, kind });
  return isAboutRegistration(kind)
    ? composeRegistrationEmail(parts, { ...mail, kind })
    : composeAccountEmail(parts, { ...mail, kind });
}
