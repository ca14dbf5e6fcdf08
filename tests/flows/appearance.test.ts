// The first journey: an owner saves the appearance, and the next visitor sees it.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Widget } from '#shared/contract/widget.ts';
import { describeShop } from '#tests/support/apps.ts';
import { leaveStage, screen } from '#tests/support/widget-stage.ts';
import { enterVisit, visit } from '#tests/support/widget-visit.ts';

describeShop('an appearance that an owner saves', {}, ({ app, owner, shop }) => {
  beforeEach(() => {
    enterVisit();
  });
  afterEach(() => leaveStage());

  const save = (settings: object) =>
    owner.procedure<Widget>('mutation', 'widgets.saveSettings', { id: shop.widget.id, settings });
  const payload = (etag = '') => app.fetch(`/api/embed/${shop.site.id}`, { headers: { 'if-none-match': etag } });

  it('raises the revision, changes the payload and its ETag, and is shown to the next visitor', async () => {
    const before = await payload();
    const etag = before.headers.get('etag') ?? '';
    const bytes = await before.text();
    expect((await payload(etag)).status).toBe(304);
    const earlier = await visit(app, shop.site.id);
    await earlier.pass(6);
    expect(screen.shown).toEqual([shop.notification.id]);
    expect(screen.style).not.toContain('#123456');
    earlier.leave();

    const { revision } = (await owner.get<{ widget: Widget }>(`/api/widgets/site/${shop.site.id}`)).body.widget
      .settings;
    const saved = await save({ appearance: { brandColors: { backgroundColor: '#123456' } } });
    expect(saved.status).toBe(200);
    expect(saved.body.settings.revision).toBe(revision + 1);

    const after = await payload(etag);
    expect(after.status).toBe(200);
    const newEtag = after.headers.get('etag') ?? '';
    expect(newEtag).not.toBe(etag);
    expect(await after.text()).not.toBe(bytes);
    expect((await payload(newEtag)).status).toBe(304);
    const next = await visit(app, shop.site.id);
    await next.pass(6);
    expect(screen.shown).toEqual([shop.notification.id]);
    expect(screen.style).toContain('#123456');
  });

  it('changes nothing for visitors if refused', async () => {
    const etag = (await payload()).headers.get('etag') ?? '';
    expect((await save({ appearance: { brandColors: { backgroundColor: 'blue-ish' } } })).status).toBe(400);
    expect((await payload(etag)).status).toBe(304);
  });
});
