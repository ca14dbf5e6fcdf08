// "Shown 240 times today" left open what was shown: the site's own notifications. Visitors read that now, of notifications that
// the template made, too, with their next count.
import { type Kysely, sql } from 'kysely';

const BEFORE = 'Shown {{value}} times today';
const AFTER = 'Our notifications were shown {{value}} times today';

export async function up(db: Kysely<never>): Promise<void> {
  const [before, after] = [JSON.stringify(BEFORE), JSON.stringify(AFTER)];
  await sql`update templates set settings = replace(settings, ${before}, ${after}),
    search_text = replace(search_text, ${BEFORE.toLowerCase()}, ${AFTER.toLowerCase()})
    where id = 'built-in-live-activity-viewers'`.execute(db);
  await sql`update notifications set aggregate = replace(aggregate, ${before}, ${after}) where aggregate is not null`.execute(
    db,
  );
}
