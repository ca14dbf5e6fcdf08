// How many emails of one kind go to one address, whoever has them sent and by whichever way: accounts and registrations can
// be made anew for every email, the address can't. What is too much is not sent, and asking for it is answered the same.
import { DAY, HOUR, MINUTE, SECOND } from '#shared/time.ts';
import { hashOf } from '../db/hash.ts';
import { clearLimit, countHits } from '../db/limits.ts';
import type { MailKind } from '../db/mails.ts';
import type { Db } from '../db/open.ts';
import type { Mail } from './ports.ts';
import { emailKey } from './user.ts';

/** Emails of one kind to one address within a quarter of an hour. */
export const MAILS_AT_ONCE = 5;
/** In a day; after that there is one an hour, so that nobody can keep a person from an email that they ask for. */
export const MAILS_A_DAY = 20;

const WINDOWS = {
  burst: { limit: MAILS_AT_ONCE, seconds: (15 * MINUTE) / SECOND },
  day: { limit: MAILS_A_DAY, seconds: DAY / SECOND },
  hour: { limit: 1, seconds: HOUR / SECOND },
};
type Window = keyof typeof WINDOWS;

/** Kinds that nobody can have sent to somebody else, and what limits them. */
export const LIMITED_ELSEWHERE: { [Kind in MailKind]?: string } = {
  'account-deleted': 'one an account, to the address that it has verified',
  'notifications-paused': 'one an epoch, which the owner has to begin by hand',
  'contact-message': 'to the operator: 100 a day in all, by domain/contact.ts',
  'weekly-summary': 'one a site and week, by domain/weekly/schedule.ts',
  'weekly-now': 'to whoever asks: 3 an hour, by domain/weekly/email.ts',
};

/** Hosts where dots in front of the @ mean nothing; both are the same mailbox. */
const GMAIL = /@(gmail|googlemail)\.com$/;

/** @returns the address that a mailbox is counted by: `ana+shop@…` is `ana@…`, `a.na@gmail.com` is `ana@gmail.com`. */
function mailboxOf(to: string): string {
  const address = emailKey(to).replace(/\+[^@]*/, '');
  const [local = ''] = address.split('@');
  return GMAIL.test(address) ? `${local.replaceAll('.', '')}@gmail.com` : address;
}

/** Counted under a hash, as all addresses are. */
const keyOf = ({ kind, to }: Pick<Mail, 'kind' | 'to'>, window: Window) =>
  `mail-${window}:${kind}:${hashOf(mailboxOf(to))}`;

/**
 * Counts an email that is about to be queued, in the same transaction.
 * @param now in ms.
 * @returns 0 when it may be, else the seconds to wait
 */
export async function limitMail(db: Db, mail: Pick<Mail, 'kind' | 'to'>, now: number): Promise<number> {
  if (LIMITED_ELSEWHERE[mail.kind]) return 0;
  const take = async (window: Window) => {
    const { limit, seconds } = WINDOWS[window];
    const { hits, resetsAt } = await countHits(db, keyOf(mail, window), now, seconds, 1);
    return hits > limit ? Math.max(1, Math.ceil((resetsAt - now) / SECOND)) : 0;
  };
  return (await take('burst')) || ((await take('day')) && (await take('hour')));
}

/** Starts the count anew. Only its recipient may cause that: by a link that was sent, or in a verified account. */
export async function clearMails(db: Db, mail: Pick<Mail, 'kind' | 'to'>): Promise<void> {
  for (const window of ['burst', 'day', 'hour'] as const) await clearLimit(db, keyOf(mail, window));
}
