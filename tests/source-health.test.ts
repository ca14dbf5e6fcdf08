// What a site's dashboard says of its sources: a secret that is missing, what was refused, and a silence after busy days;
// and of the set-up, that a source has told something. On both databases.
import { beforeEach, expect, it } from 'vitest';
import type { AttentionItem, SiteSetup } from '#shared/contract/installation.ts';
import type { NewSource, Source } from '#shared/contract/source.ts';
import { DAY, HOUR, isoNow, MINUTE } from '#shared/time.ts';
import { describeApp } from './support/apps.ts';
import { makeOwner } from './support/client.ts';
import { eachTest } from './support/stages.ts';

describeApp("a source's health", { postgres: 'long' }, ({ app }) => {
  let site: string;
  const owner = eachTest(() => makeOwner(app));
  beforeEach(async () => {
    site = `/api/sites/${(await owner.post<{ data: { site: { id: string } } }>('/api/sites', { name: 'Oak' })).body.data.site.id}`;
  });

  const attention = async () =>
    (await owner.get<{ attention: AttentionItem[] }>(`${site}/attention`)).body.attention.filter(({ kind }) =>
      kind.startsWith('source-'),
    );
  const firstEventAt = async () => (await owner.get<{ setup: SiteSetup }>(`${site}/setup`)).body.setup.firstEventAt;
  const add = async (body: object) => (await owner.post<{ source: NewSource }>(`${site}/sources`, body)).body.source;
  const deliver = async ({ id }: Source, secret: string, body: object | string) =>
    (
      await app.fetch(`/api/hooks/${id}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
    ).status;
  const signup = (id: string) => ({ id, kind: 'signup', occurredAt: isoNow(app.clock) });

  it('names the secret that is missing, and whether the sender has knocked', async () => {
    const source = await add({ kind: 'shopify', name: 'Main shop' });
    const which = { kind: 'source-needs-secret', sourceId: source.id, sourceKind: 'shopify', name: 'Main shop' };
    expect(await attention()).toEqual([{ ...which, refusedAt: null }]);
    expect(await deliver(source, 'none', {})).toBe(401);
    expect(await attention()).toEqual([{ ...which, refusedAt: isoNow(app.clock) }]);
  });

  it('names what was refused last, until something good comes or a week has passed', async () => {
    const source = await add({ kind: 'webhook' });
    const secret = source.secret ?? '';
    expect(await attention()).toEqual([]);
    expect(await deliver(source, 'whsec_d3Jvbmc=', signup('1'))).toBe(401);
    const refused = { kind: 'source-refused', sourceId: source.id, refusedAt: isoNow(app.clock) };
    expect(await attention()).toMatchObject([{ ...refused, reason: null }]);
    app.clock.advance(MINUTE);
    expect(await deliver(source, secret, '{')).toBe(200);
    expect(await attention()).toMatchObject([
      { kind: 'source-refused', refusedAt: isoNow(app.clock), reason: expect.stringContaining('Not valid JSON') },
    ]);
    app.clock.advance(MINUTE);
    expect(await deliver(source, secret, signup('1'))).toBe(200);
    expect(await attention()).toEqual([]);
    app.clock.advance(MINUTE);
    await deliver(source, secret, '{');
    app.clock.advance(7 * DAY - MINUTE);
    expect(await attention()).toHaveLength(1);
    app.clock.advance(MINUTE);
    expect(await attention()).toEqual([]);
  });

  it('names a source that fell silent after busy days, and none that never was busy', async () => {
    const busy = await add({ kind: 'webhook', name: 'Busy' });
    const idle = await add({ kind: 'webhook', name: 'Idle' });
    await deliver(idle, idle.secret ?? '', signup('1'));
    for (let day = 0; day < 5; day++) {
      app.clock.advance(DAY);
      await deliver(busy, busy.secret ?? '', signup(`${day}`));
    }
    const lastDeliveryAt = isoNow(app.clock);
    app.clock.advance(3 * DAY - HOUR);
    expect(await attention()).toEqual([]);
    app.clock.advance(HOUR);
    expect(await attention()).toEqual([
      { kind: 'source-silent', sourceId: busy.id, sourceKind: 'webhook', name: 'Busy', lastDeliveryAt },
    ]);
    await deliver(busy, busy.secret ?? '', signup('again'));
    expect(await attention()).toEqual([]);
  });

  it('ticks the set-up with the first event, and not with a test', async () => {
    const source = await add({ kind: 'webhook' });
    await deliver(source, source.secret ?? '', { ...signup('1'), test: true });
    expect(await firstEventAt()).toBeNull();
    app.clock.advance(MINUTE);
    await deliver(source, source.secret ?? '', signup('2'));
    const first = isoNow(app.clock);
    app.clock.advance(MINUTE);
    await deliver(source, source.secret ?? '', signup('3'));
    expect(await firstEventAt()).toBe(first);
  });
});
