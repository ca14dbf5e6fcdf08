// Emails about a registration, which may have no account: they name the registration in the queue. A link to continue
// is made when its email is sent, and the database gets its hash.
import { DAY, isoNow, isoOf } from '#shared/time.ts';
import { hashOf } from '../../db/hash.ts';
import type { Db } from '../../db/open.ts';
import { insertRegistrationKey } from '../../db/registration-keys.ts';
import { findRegistration, type StoredRegistration } from '../../db/registrations.ts';
import type { Deps } from '../../deps.ts';
import type { Letter, Mail, RegistrationMailKind } from '../ports.ts';
import { isLive } from './registration.ts';

/** How long an emailed link works. */
const RESUME_LIFE = DAY;

/** Queues an email about a registration, unless too many go to its address. `db` is the transaction that causes it. */
export const queueRegistrationEmail = (
  { mailer }: Pick<Deps, 'mailer'>,
  db: Db,
  { id, email }: Pick<StoredRegistration, 'id' | 'email'>,
  kind: RegistrationMailKind,
): Promise<number> => mailer.enqueue(db, { kind, userId: null, registrationId: id, to: email });

/** Composes such an email just before it is sent. @returns null when it has become pointless. */
export async function composeRegistrationEmail(
  { db, ids, clock, config }: Pick<Deps, 'db' | 'ids' | 'clock'> & { config: Pick<Deps['config'], 'publicUrl'> },
  { kind, registrationId, to }: Mail & { kind: RegistrationMailKind },
): Promise<Letter | null> {
  const row = registrationId ? await findRegistration(db, registrationId) : undefined;
  if (row?.email !== to) return null;
  const letter = { kind, name: null, code: null, newEmail: null };
  if (kind === 'registration-refunded') {
    return row.status === 'refunded' ? { ...letter, link: `${config.publicUrl}/pricing` } : null;
  }
  if (!isLive(row, isoNow(clock))) return null;
  const token = ids.secret();
  await insertRegistrationKey(db, {
    keyHash: hashOf(token),
    registrationId: row.id,
    kind: 'resume',
    expiresAt: isoOf(clock.now() + RESUME_LIFE),
    createdAt: isoNow(clock),
  });
  return { ...letter, link: `${config.publicUrl}/register#resume=${token}` };
}
