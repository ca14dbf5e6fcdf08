// An owner's journey through the REST surface, on both databases.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Site } from '#shared/contract/site.ts';
import type { Widget } from '#shared/contract/widget.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { type Client, makeOwner } from '#tests/support/client.ts';
import { onBothDatabases } from '#tests/support/databases.ts';

onBothDatabases('an owner', (database) => {
  let app: TestApp;
  let owner: Client;
  beforeEach(async () => {
    app = makeTestApp(database());
    owner = await makeOwner(app);
  });
  afterEach(() => app.stop());

  it('creates a site, which comes with a widget with default settings', async () => {
    const created = await owner.post<{ data: { site: Site } }>('/api/sites', {
      name: 'Oak & Iron',
      timezone: 'Europe/Lisbon',
    });
    expect(created.body).toMatchObject({ data: { site: { name: 'Oak & Iron', slug: 'oak-and-iron' } } });
    expect(created.status).toBe(201);
    const { site } = created.body.data;
    expect(site._id).toBe(site.id);
    const widget = await owner.get<{ widget: Widget }>(`/api/widgets/site/${site.id}`);
    expect(widget.body.widget).toMatchObject({
      siteId: site.id,
      type: 'social-proof',
      isActive: true,
      settings: { behavior: { position: 'bottom-right', timing: { initialDelay: 5 } }, revision: 1 },
    });
  });
});
