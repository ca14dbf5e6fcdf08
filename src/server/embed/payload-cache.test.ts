import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EMBED_TOKEN_WINDOW } from '#shared/limits.ts';
import { memoryLog, NOW, TEXTS, testClock } from '#tests/support/embed.ts';
import type { EmbedReads, EmbedSource } from '../db/embed.ts';
import { type EmbedEntry, makeEmbedCache } from './payload-cache.ts';

const gone = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

function source(id: string, revision = 1, more: Partial<EmbedSource['site']> = {}): EmbedSource {
  const base = {
    ...{ name: 'Shop', timezone: 'UTC', domains: [], widgetId: 'w', isActive: true, settings: {} },
    ...{ hasSources: false, epochs: [], goals: [] },
  };
  return { site: { ...base, id, revision, stamp: `${id} ${revision}`, ...more }, notifications: [] };
}

/** In-memory reads: these tests are about which reads happen when; the SQL has its own tests. */
function start(bytesMax?: number) {
  const sites = new Map<string, EmbedSource>();
  const state = { isGone: false };
  const load = vi.fn(async (id: string) => {
    if (state.isGone) throw gone();
    return sites.get(id) ?? null;
  });
  const stamps = vi.fn(async (ids: string[]) => {
    if (state.isGone) throw gone();
    return new Map(ids.flatMap((id) => (sites.has(id) ? [[id, sites.get(id)?.site.stamp ?? '']] : [])));
  });
  const { log, lines } = memoryLog();
  const clock = testClock();
  const reads = { load, stamps } as EmbedReads;
  const tokens = { signEmbed: (_: string, now: number) => `t${Math.floor(now / EMBED_TOKEN_WINDOW)}` };
  const cache = makeEmbedCache(
    { config: { publicUrl: 'https://proofbell.example' }, clock, log, texts: TEXTS, tokens },
    reads,
    bytesMax,
  );
  const revisionOf = async (id: string) => {
    const entry = await cache.get(id);
    return entry && JSON.parse(Buffer.from((await entry.forms.get(undefined)).identity.bytes).toString()).revision;
  };
  return { sites, state, load, stamps, lines, clock, cache, revisionOf };
}

describe('embed cache', () => {
  let s: ReturnType<typeof start>;
  beforeEach(() => {
    s = start();
    s.sites.set('a', source('a'));
  });

  it('reads the database once, even for concurrent requests, then returns synchronously from memory', async () => {
    await Promise.all([s.cache.get('a'), s.cache.get('a'), s.cache.get('a')]);
    expect(s.cache.get('a')).not.toBeInstanceOf(Promise);
    expect(s.load).toHaveBeenCalledTimes(1);
  });

  it('rebuilds when the token changes, and tags the bytes differently', async () => {
    const before = await s.cache.get('a');
    s.clock.set(NOW + EMBED_TOKEN_WINDOW - 1);
    expect(await s.cache.get('a')).toBe(before);
    s.clock.set(NOW + EMBED_TOKEN_WINDOW);
    const after = await s.cache.get('a');
    const etagOf = async (entry: EmbedEntry | null, form?: string) => (await entry?.forms.get(form))?.br.etag;
    for (const form of [undefined, '', 'de']) expect(await etagOf(after, form)).not.toBe(await etagOf(before, form));
  });

  it('sees a change by this process at once, and one by another process at the next poll', async () => {
    await s.cache.get('a');
    s.sites.set('a', source('a', 2));
    expect(await s.revisionOf('a')).toBe(1);
    s.cache.changed('a');
    expect(await s.revisionOf('a')).toBe(2);
    s.sites.set('a', source('a', 3));
    await s.cache.poll();
    expect(await s.revisionOf('a')).toBe(3);
  });

  it('does not cache a read that a change has overtaken', async () => {
    const slow = Promise.withResolvers<EmbedSource>();
    s.load.mockReturnValueOnce(slow.promise);
    const early = s.cache.get('a');
    s.cache.changed('a');
    s.sites.set('a', source('a', 2));
    expect(await s.revisionOf('a')).toBe(2);
    slow.resolve(source('a', 1));
    await early;
    expect(await s.revisionOf('a')).toBe(2);
  });

  it('drops a deleted site at the next poll', async () => {
    await s.cache.get('a');
    s.sites.delete('a');
    await s.cache.poll();
    expect(await s.cache.get('a')).toBeNull();
  });

  it('does not query the database for something that cannot be an id', async () => {
    expect(await s.cache.get('x'.repeat(65))).toBeNull();
    expect(await s.cache.get('a\0')).toBeNull();
    expect(await s.cache.get('\ud800')).toBeNull();
    expect(s.load).not.toHaveBeenCalled();
  });

  it('drops idle sites, so that polls only pay for visited ones', async () => {
    await s.cache.get('a');
    s.clock.add(6 * 60_000);
    await s.cache.poll();
    await s.cache.poll();
    expect(s.stamps).toHaveBeenCalledTimes(1);
  });

  it('stays within its memory limit, dropping the oldest entries first', async () => {
    const size = (await s.cache.get('a'))?.forms.size() ?? 0;
    s = start(Math.floor(size * 2.5));
    for (const id of ['a', 'b', 'c']) {
      s.sites.set(id, source(id));
      await s.cache.get(id);
    }
    expect(s.cache.get('c')).not.toBeInstanceOf(Promise);
    await s.cache.get('a');
    expect(s.load).toHaveBeenCalledTimes(4);
  });

  it('makes each form once it is asked for, and counts what it takes', async () => {
    const { forms } = (await s.cache.get('a')) as EmbedEntry;
    const before = forms.size();
    const [german, again] = await Promise.all([forms.get('de'), forms.get('de')]);
    expect(again).toBe(german);
    expect(forms.get('de')).toBe(german);
    await forms.get(undefined);
    const after = forms.size();
    expect(after).toBeGreaterThan(before * 1.5);

    // Room for two as they are built, and no more once one has grown.
    s = start(after + Math.floor(before / 2));
    for (const id of ['a', 'b']) s.sites.set(id, source(id));
    await s.cache.get('a');
    const grown = (await s.cache.get('b')) as EmbedEntry;
    expect(s.cache.get('a')).not.toBeInstanceOf(Promise);
    await Promise.all([grown.forms.get('de'), grown.forms.get(undefined)]);
    expect(s.cache.get('b')).not.toBeInstanceOf(Promise);
    expect(s.cache.get('a')).toBeInstanceOf(Promise);
  });

  it('stores domains as hostnames, however they were typed', async () => {
    s.sites.set('a', source('a', 1, { domains: ['https://Shop.Example:8080/x', '  ', 'b.example'] }));
    expect((await s.cache.get('a'))?.domains).toEqual(['shop.example', 'b.example']);
  });
});

describe('embed cache while the database is unreachable', () => {
  it('serves what it has, retries every two seconds, and recovers', async () => {
    const s = start();
    s.sites.set('a', source('a'));
    await s.cache.get('a');
    s.state.isGone = true;
    s.clock.add(EMBED_TOKEN_WINDOW);
    for (let i = 0; i < 5; i++) expect(await s.revisionOf('a')).toBe(1);
    expect(s.load).toHaveBeenCalledTimes(2);
    s.clock.add(2_000);
    await s.cache.get('a');
    expect(s.load).toHaveBeenCalledTimes(3);

    s.state.isGone = false;
    s.sites.set('a', source('a', 2));
    s.clock.add(2_000);
    expect(await s.revisionOf('a')).toBe(2);
  });

  it('keeps everything in memory and logs it once', async () => {
    const s = start();
    s.sites.set('a', source('a'));
    await s.cache.get('a');
    s.state.isGone = true;
    s.clock.add(6 * 60_000);
    await s.cache.poll();
    await s.cache.poll();
    expect(s.cache.get('a')).not.toBeInstanceOf(Promise);
    s.state.isGone = false;
    await s.cache.poll();
    expect(s.lines.map(({ msg }) => msg)).toEqual([
      'embed poll failed; payloads may be stale',
      'embed poll works again',
    ]);
  });

  it('is unavailable for a site it does not have', async () => {
    const s = start();
    s.state.isGone = true;
    await expect(s.cache.get('a')).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 });
  });

  it('waits no longer than three seconds for a hung database', async () => {
    vi.useFakeTimers();
    try {
      const s = start();
      s.load.mockReturnValue(new Promise(() => {}));
      const response = expect(s.cache.get('a')).rejects.toMatchObject({ code: 'unavailable' });
      await vi.advanceTimersByTimeAsync(3_000);
      await response;
    } finally {
      vi.useRealTimers();
    }
  });
});
