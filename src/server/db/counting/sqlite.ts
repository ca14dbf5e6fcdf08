// The tally writer for SQLite: prepared statements on the writing connection.
import { COUNT_MAX } from '#shared/limits.ts';
import type { DayCount } from '../experiment-counts.ts';
import type { Database } from '../open.ts';
import { admitPages, type StoredPage, toOtherPage } from './pages.ts';
import {
  type CostTally,
  type Counts,
  type NotificationCounts,
  notificationRows,
  OTHER_PAGE,
  type PageCounts,
  type PageKey,
  type PageTally,
  statsRows,
  type Tally,
} from './rows.ts';
import type { TallyWriter } from './tally-writer.ts';

const add = (column: string) => `${column} = min(${column} + excluded.${column}, ${COUNT_MAX})`;
const ADD_COUNTS = ['displays', 'clicks', 'dismissals'].map(add).join(', ');
const COUNTS = '@displays, @clicks, @dismissals';

type Writer = Extract<Database, { dialect: 'sqlite' }>;

/** @returns what makeTallyWriter() makes a function of. */
export function sqliteWriter({ db, writer }: Writer): TallyWriter {
  const count = prepareCount(writer);
  const addHour = writer.prepare(
    `insert into stats_hourly (site_id, widget_id, notification_id, hour, displays, clicks, dismissals)
      values (@siteId, @widgetId, @notificationId, @hour, ${COUNTS})
      on conflict (site_id, hour, notification_id) do update set ${ADD_COUNTS}`,
  );
  const addDay = writer.prepare(
    `insert into stats_daily_notification (site_id, day, notification_id, displays, clicks, dismissals)
      values (@siteId, @day, @notificationId, ${COUNTS})
      on conflict (site_id, day, notification_id) do update set ${ADD_COUNTS}`,
  );
  const addDevice = writer.prepare(
    `insert into stats_daily_device (site_id, day, device, displays, clicks, dismissals)
      values (@siteId, @day, @device, ${COUNTS}) on conflict (site_id, day, device) do update set ${ADD_COUNTS}`,
  );
  const addCost = writer.prepare(
    `insert into stats_daily_cost (site_id, day, measure, up_to, loads)
      select id, @day, @measure, @upTo, @loads from sites where id = @siteId
      on conflict (site_id, day, measure, up_to) do update set ${add('loads')}`,
  );
  const addToDay = writer.prepare(
    `insert into experiment_days
        (site_id, epoch_id, goal_id, reported_by, arm, day, browsers, value_sum, value_squares)
      select id, @epochId, @goalId, @reportedBy, @arm, @day, @browsers, @valueSum, @valueSquares from sites where id = @siteId
      on conflict (site_id, epoch_id, goal_id, reported_by, arm, day) do update set
        browsers = browsers + excluded.browsers,
        value_sum = value_sum + excluded.value_sum, value_squares = value_squares + excluded.value_squares`,
  );
  const addPages = preparePages(writer);
  const addAll = (tallies: Tally[], costs: CostTally[], days: DayCount[]) => {
    const known = notificationRows(tallies).flatMap(count);
    const { hours, days: notificationDays, devices, pages } = statsRows(tallies, known);
    for (const row of hours) addHour.run(row);
    for (const row of notificationDays) addDay.run(row);
    for (const row of devices) addDevice.run(row);
    addPages(pages);
    for (const row of costs) addCost.run(row);
    for (const row of days) addToDay.run(row);
  };
  // A transaction of Kysely's waits for its turn on the connection: within somebody else's, whose rollback would take these
  // along, interactions would be lost that were already acknowledged.
  return (tallies, costs = [], days = []) => db.transaction().execute(async () => addAll(tallies, costs, days));
}

/**
 * @returns a function that adds to a notification's counters, and returns what it added: the displays, and as many
 * clicks as displays allow. Nothing for an unknown notification.
 */
function prepareCount(writer: Writer['writer']): (row: NotificationCounts) => NotificationCounts[] {
  const isIt = 'where site_id = @siteId and id = @notificationId and widget_id = @widgetId';
  const displays = `min(display_count + @displays, ${COUNT_MAX})`;
  const countDisplays = writer.prepare(`update notifications set display_count = ${displays} ${isIt}`);
  const clicksOf = writer.prepare<NotificationCounts, number>(`select click_count from notifications ${isIt}`).pluck();
  const countAll = writer
    .prepare<NotificationCounts, number>(
      `update notifications set display_count = ${displays},
        click_count = max(click_count, min(click_count + @clicks, ${displays})) ${isIt} returning click_count`,
    )
    .pluck();
  return (row) => {
    if (row.clicks === 0) return countDisplays.run(row).changes > 0 ? [row] : [];
    const before = clicksOf.get(row);
    const after = countAll.get(row);
    return before === undefined || after === undefined ? [] : [{ ...row, clicks: after - before }];
  };
}

/** @returns a function that adds pages to their days, with a single statement for each page that already has a row. */
function preparePages(writer: Writer['writer']): (pages: PageTally[]) => void {
  const into = (column: keyof PageCounts) => `${column} = min(${column} + @${column}, ${COUNT_MAX})`;
  const isIt = 'where site_id = @siteId and day = @day and page = @page';
  const addKnown = writer.prepare(
    `update stats_daily_page set ${into('displays')}, ${into('clicks')}, ${into('dismissals')}, ${into('reach')} ${isIt}`,
  );
  const addAny = writer.prepare(
    `insert into stats_daily_page (site_id, day, page, displays, clicks, dismissals, reach)
      values (@siteId, @day, @page, ${COUNTS}, @reach)
      on conflict (site_id, day, page) do update set ${ADD_COUNTS}, ${add('reach')}`,
  );
  const remove = writer.prepare<PageKey, Counts>(
    `delete from stats_daily_page ${isIt} returning displays, clicks, dismissals`,
  );
  const list = writer.prepare<[string, string], StoredPage>(
    `select page, reach, displays from stats_daily_page where site_id = ? and day = ? and page <> '${OTHER_PAGE}'`,
  );
  return (pages) => {
    const newPages = pages.filter((row) => addKnown.run(row).changes === 0);
    if (newPages.length === 0) return;
    // A transaction is the only writer from its start, so this choice still holds when it commits.
    const { added, removed } = admitPages(newPages, (siteId, day) => list.all(siteId, day));
    for (const row of removed) {
      const counts = remove.get(row);
      if (counts) addAny.run(toOtherPage({ ...row, ...counts }));
    }
    for (const row of added) addAny.run(row);
  };
}
