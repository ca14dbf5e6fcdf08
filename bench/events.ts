// What a shop's deliveries cost: how fast signed ones are answered, whether each is stored once, and whether a million
// events that are kept slow anything down for visitors or for the next delivery.
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { EmbedPayload } from '#shared/embed/payload.ts';
import { addShop, type Hook, measureDeliveries, order, signed } from './deliveries.ts';
import { KEPT, keepEvents } from './kept-events.ts';
import { compare, median, type Options, type Row, toRow } from './measure.ts';
import { type Account, fill, makeCall, type Program, startProgram } from './program.ts';

/** A visitor learns of a retraction within so long. */
const RETRACTION_MS = 3_000;

/** Sends one delivery. @returns the status of its answer. */
function deliver(program: Pick<Program, 'url'>, path: string, topic: string, content: object, agent: Agent) {
  const { body, headers } = signed(topic, content);
  return new Promise<number>((resolve, reject) => {
    const sent = request(`${program.url}${path}`, { method: 'POST', headers, agent }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Delivers a signed order of somebody's. @throws when it isn't answered 200. */
export async function deliverOrder(program: Program, path: string, id: string, email: string, agent: Agent) {
  const status = await deliver(program, path, 'orders/paid', order(id, email), agent);
  if (status !== 200) throw new Error(`A delivery was answered ${status}`);
}

/** @returns milliseconds until the payload has what was delivered, and until it has lost it after the refund. */
async function followOne(program: Program, siteId: string, path: string, id: string) {
  const agent = new Agent({ keepAlive: true });
  const has = async () => {
    const payload = (await (await fetch(`${program.url}/api/embed/${siteId}`)).json()) as EmbedPayload;
    return payload.notifications.some(({ message }) => message.includes(`no. ${id}`));
  };
  const until = async (isThere: boolean) => {
    const start = performance.now();
    while ((await has()) !== isThere) {
      if (performance.now() - start > 60_000) throw new Error('A delivery that never showed');
      await pause(10);
    }
    return performance.now() - start;
  };
  await deliver(program, path, 'orders/paid', order(id), agent);
  const shown = await until(true);
  await deliver(program, path, 'orders/cancelled', { id, cancelled_at: new Date().toISOString() }, agent);
  const gone = await until(false);
  agent.destroy();
  return { shown, gone };
}

/** What a number of all kept events costs, and how soon it is right after a refund. */
async function measureNumbers(
  program: Program,
  { bearer, siteId }: Account,
  hook: Hook,
  options: Options,
): Promise<Row[]> {
  const agent = new Agent({ keepAlive: true });
  const call = makeCall(program.url, bearer);
  const look = async (measure: string) => {
    const times = [];
    for (let n = 0; n < options.rounds; n++) {
      const start = performance.now();
      const asked = `measure=${measure}&kind=purchase&window=month`;
      const { count } = await call<{ count: number }>(`/sites/${siteId}/aggregate?${asked}`);
      if (count < KEPT / 4) throw new Error(`Only ${count} counted`);
      times.push(performance.now() - start);
    }
    return median(times);
  };
  const [count, people] = [await look('count'), await look('distinct')];

  const aggregate = { measure: 'count', kind: 'purchase', window: 'month', floor: 1 };
  const settings = { message: '{{value}} sold', aggregate };
  const added = { name: 'Sold', category: 'sales', type: 'milestone', settings };
  const { template } = await call<{ template: { id: string } }>('/templates', added);
  const { widget } = await call<{ widget: { id: string } }>(`/widgets/site/${siteId}`);
  await deliver(program, hook.path, 'orders/paid', order('counted'), agent);
  await call(`/widgets/${widget.id}/notifications/template/${template.id}`, {});
  const told = async () => {
    const payload = (await (await fetch(`${program.url}/api/embed/${siteId}`)).json()) as EmbedPayload;
    return payload.notifications.find(({ message }) => message.endsWith(' sold'))?.message;
  };
  const before = await told();
  if (before === undefined) throw new Error('A number that is not told');
  const canceled = { id: 'counted', cancelled_at: new Date().toISOString() };
  await deliver(program, hook.path, 'orders/cancelled', canceled, agent);
  const start = performance.now();
  while ((await told()) === before) {
    if (performance.now() - start > 60_000) throw new Error('A number that stayed wrong');
    await pause(10);
  }
  const gone = performance.now() - start;
  agent.destroy();
  const kept = KEPT.toLocaleString('en');
  const ms = (value: number) => `${Math.round(value)} ms`;
  return [
    {
      what: `Counting ${kept} events for a number that notifications tell`,
      reference: '–',
      proofbell: ms(count),
      ratio: '–',
      aim: '–',
      note: `${ms(people)} for the people behind them; median of ${options.rounds}; at most once a minute and 5% of the time, 5,000 events at once`,
    },
    {
      what: `From a refund's answer until no payload counts it, with ${kept} events kept`,
      reference: ms(RETRACTION_MS),
      proofbell: ms(gone),
      ratio: `**${(gone / RETRACTION_MS).toFixed(2)}**`,
      aim: '≤ 1.0',
      note: 'on the same instance',
    },
  ];
}

async function measureKept(options: Options): Promise<Row[]> {
  const [empty, full] = [await startProgram(), await startProgram()];
  try {
    const accounts = [await fill(empty), await fill(full)] as const;
    const hook = await addShop(full, accounts[1]);
    const hookOfEmpty = await addShop(empty, accounts[0]);
    await keepEvents(full, accounts[1].siteId, hook.sourceId);
    const follow = async (program: Program, siteId: string, path: string) => {
      const all = [];
      for (let n = 0; n < options.rounds; n++) all.push(await followOne(program, siteId, path, `followed-${n}`));
      return { shown: median(all.map(({ shown }) => shown)), gone: Math.max(...all.map(({ gone }) => gone)) };
    };
    const without = await follow(empty, accounts[0].siteId, hookOfEmpty.path);
    const withAll = await follow(full, accounts[1].siteId, hook.path);
    const ms = (value: number) => `${Math.round(value)} ms`;
    const headers = { 'accept-encoding': 'br' };
    const found = await compare(
      { url: `${empty.url}/api/embed/${accounts[0].siteId}`, pid: empty.pid, headers },
      { url: `${full.url}/api/embed/${accounts[1].siteId}`, pid: full.pid, headers },
      options,
    );
    const kept = KEPT.toLocaleString('en');
    return [
      toRow(
        `Embed payload of a site that keeps ${kept} events, against one that keeps none`,
        1.2,
        found,
        '20 notifications written by hand, and with events the newest 20 of them',
      ),
      {
        what: `From a delivery's answer until the payload has it, with ${kept} events kept`,
        reference: ms(without.shown),
        proofbell: ms(withAll.shown),
        ratio: `**${(withAll.shown / without.shown).toFixed(2)}**`,
        aim: '–',
        note: `reference: no other events; median of ${options.rounds}; a site's payload is made anew at most once a second`,
      },
      {
        what: `From a refund's answer until the payload has lost it, with ${kept} events kept`,
        reference: ms(RETRACTION_MS),
        proofbell: ms(withAll.gone),
        ratio: `**${(withAll.gone / RETRACTION_MS).toFixed(2)}**`,
        aim: '≤ 1.0',
        note: `slowest of ${options.rounds}, on the same instance`,
      },
      ...(await measureNumbers(full, accounts[1], hook, options)),
    ];
  } finally {
    await empty.stop();
    await full.stop();
  }
}

export async function measureEvents(options: Options): Promise<Row[]> {
  return [...(await measureDeliveries(options.seconds)), ...(await measureKept(options))];
}
