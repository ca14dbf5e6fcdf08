// POST /api/embed/{siteId}/events, acknowledged after the commit, against a bare Hono route that only parses the same
// body; and whether every acknowledged interaction is in the database.
import BetterSqlite3 from 'better-sqlite3';
import { measureInteractionRate } from './interaction-rate.ts';
import { compare, type Options, type Row, startChild, toRow } from './measure.ts';
import { BROWSER, fill, startProgram } from './program.ts';

export async function measureInteractions(options: Options): Promise<Row[]> {
  return [await measureInteractionRatio(options), await measureInteractionRate(options)];
}

async function measureInteractionRatio(options: Options): Promise<Row> {
  const program = await startProgram();
  const { siteId, notificationIds } = await fill(program);
  const bare = await startChild(['bench/bare.ts', 'parse']);
  try {
    const payload = await fetch(`${program.url}/api/embed/${siteId}`);
    const { token } = (await payload.json()) as { token: string };
    const [first, second] = notificationIds;
    const events = [
      { type: 'display', notificationId: first, page: '/products/oak-desk', device: 'mobile' },
      { type: 'display', notificationId: second, page: '/products/oak-desk', device: 'mobile' },
    ];
    const request = {
      method: 'POST',
      headers: { 'content-type': 'text/plain', 'user-agent': BROWSER, origin: 'https://shop.example' },
      body: JSON.stringify({ token, events }),
    };
    const found = await compare(
      { ...request, url: `http://127.0.0.1:${bare.port}/api/embed/${siteId}/events`, pid: bare.pid },
      { ...request, url: `${program.url}/api/embed/${siteId}/events`, pid: program.pid },
      options,
    );
    const stored = readDisplays(program.file);
    const { answered, cut } = found;
    if (stored < answered * events.length || stored > (answered + cut) * events.length) {
      throw new Error(`${stored} displays stored, ${answered} requests answered`);
    }
    const note = `2 interactions a request, p99 ${found.p99} ms, ${answered.toLocaleString('en')} requests answered, none lost`;
    return toRow(
      'Interactions answered after the commit, against a bare Hono route that only parses them',
      1.7,
      found,
      note,
    );
  } finally {
    await bare.stop();
    await program.stop();
  }
}

function readDisplays(file: string): number {
  const database = new BetterSqlite3(file, { readonly: true });
  const [{ sum }] = database.prepare('select sum(display_count) as sum from notifications').all() as [{ sum: number }];
  database.close();
  return sum;
}
