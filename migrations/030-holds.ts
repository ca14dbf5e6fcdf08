// What the column that was kept free for holds is filled with: when the shop last told that an order is paid; since when it
// is on hold is when it was retracted. Orders are found by the number that their customers know. What stands in place of
// somebody who was erased, in brackets in every language, is no name and no place. A webhook may keep what can't be read.
import { type Kysely, sql } from 'kysely';

const PERSONAL = ['first_name', 'last_name', 'city', 'region', 'country'];

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run('alter table sources add column is_unread_kept integer not null default 0');
  await run('alter table source_captures add column is_unread integer not null default 0');
  await run('alter table events rename column held_at to paid_at');
  // Mostly there is none.
  await run('create index events_order_number on events (source_number, order_number) where order_number is not null');
  const placeholders = PERSONAL.map((column) => `${column} like '[%]'`).join(' or ');
  // The next minute words what shows of them anew.
  await run(`update sources set shown_until = '1970-01-01T00:00:00.000Z' where id in (
      select k.id from id_numbers k join events e on e.source_number = k.number where ${placeholders})`);
  await run(`update events set ${PERSONAL.map((column) => `${column} = null`).join(', ')} where ${placeholders}`);
}
