// Statistics over REST: the files and their description, and the refusal of invalid ranges.
import { expect, it } from 'vitest';
import type { OpenApi } from '#server/http/openapi.ts';
import { describeShop } from './support/apps.ts';

describeShop('statistics over REST', { postgres: 'long' }, ({ owner, shop }) => {
  /** Expects a 400 that names exactly `fields`. */
  async function expectRefused(path: string, fields: string[]): Promise<void> {
    const { status, body } = await owner.get(path);
    expect([path, status, body.code]).toEqual([path, 400, 'validation']);
    expect([path, (body.errors ?? []).map(({ field }) => field).sort()]).toEqual([path, fields.toSorted()]);
  }

  it('documents which rows return a file, and they do', async () => {
    const { paths } = (await owner.get<OpenApi>('/api/openapi.json')).body;
    const csvPaths = Object.entries(paths).filter(([, { get }]) => get?.responses[200]?.content?.['text/csv']);
    const ofReport = '/api/sites/{siteId}/reports/{reportId}/csv';
    expect(csvPaths.map(([path]) => path)).toEqual(['/api/sites/{siteId}/stats/csv', ofReport, '/api/stats/csv']);
    for (const [path, { get }] of csvPaths.filter(([path]) => path !== ofReport)) {
      expect(get?.parameters?.map(({ name, required }) => [name, required])).toEqual([
        ...(path.includes('{') ? [['siteId', true]] : []),
        ['by', true],
        ['range', false],
        ['from', false],
        ['to', false],
      ]);
      const answer = await owner.get<string>(`${path.replace('{siteId}', shop.site.id)}?by=time&range=7d`);
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(answer.headers.get('content-disposition')).toMatch(
        /^attachment; filename="(oak-and-iron|all-sites)-by-time-2026-03-04-to-2026-03-10\.csv"$/,
      );
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.body.split('\r\n')).toHaveLength(1 + 7 + 1);
    }
  });

  it('describes every kind of interaction that a page may report', async () => {
    const { paths } = (await owner.get<OpenApi>('/api/openapi.json')).body;
    const body = JSON.stringify(paths['/api/embed/{siteId}/events']?.post?.requestBody);
    for (const word of ['display', 'click', 'dismiss', 'cost', 'notificationId', 'bytes', 'requests', 'time']) {
      expect(body).toContain(`"${word}"`);
    }
  });

  it('returns the same file over tRPC', async () => {
    const input = { siteId: shop.site.id, by: 'device', range: '24h' };
    const { body } = await owner.procedure<{ fileName: string; csv: string }>('query', 'stats.csv', input);
    const rest = await owner.get<string>(`/api/sites/${shop.site.id}/stats/csv?by=device&range=24h`);
    expect(body).toEqual({ fileName: 'oak-and-iron-by-device-2026-03-09-to-2026-03-10.csv', csv: rest.body });
  });

  it('refuses invalid ranges, naming the field', async () => {
    const { id } = shop.site;
    const bad: [query: string, ...fields: string[]][] = [
      ['range=1y', 'range'],
      ['range=', 'range'],
      ['range=custom', 'from', 'to'],
      ['range=custom&from=2026-03-01', 'to'],
      ['range=custom&to=2026-03-01', 'from'],
      ['range=custom&from=2026-03-02&to=2026-03-01', 'to'],
      ['range=custom&from=2026-02-30&to=2026-03-01', 'from'],
      ['range=custom&from=2026-3-1&to=2026-03-01T00:00:00Z', 'from', 'to'],
      ['range=custom&from=1999-12-31&to=2000-01-01', 'from'],
      ['range=custom&from=2100-12-31&to=2101-01-01', 'to'],
      ['range=custom&from=0000-01-01&to=9999-12-31', 'from', 'to'],
      ['range=custom&from=2025-01-01&to=2026-01-02', 'to'],
      ['range=custom&from=%00&to=2026-03-01', 'from'],
      ['range=7d&from=2026-03-01', 'from'],
      ['from=2026-03-01&to=2026-03-02', 'from', 'to'],
      ['range=7d%00', 'range'],
      ['days=30', 'days'],
    ];
    for (const [query, ...fields] of bad) {
      for (const path of [`/api/sites/${id}/stats`, '/api/stats']) {
        await expectRefused(`${path}?${query}`, fields);
        await expectRefused(`${path}/csv?by=time&${query}`, fields);
      }
    }
    // The longest range: a leap year.
    expect((await owner.get(`/api/sites/${id}/stats?range=custom&from=2024-01-01&to=2024-12-31`)).status).toBe(200);
    await expectRefused(`/api/sites/${id}/stats/csv`, ['by']);
    await expectRefused(`/api/sites/${id}/stats/csv?by=site`, ['by']);
    await expectRefused('/api/stats/csv?by=page', ['by']);
    await expectRefused(`/api/sites/${id}/cost?range=7d`, ['range']);
    await expectRefused('/api/sites/a%00b/cost', ['siteId']);
    await expectRefused('/api/sites/a%00b/stats/csv?by=time', ['siteId']);
    await expectRefused('/api/stats/sites?x=1', ['x']);
  });
});
