import { expect, it } from 'vitest';
import { onBothDatabases } from '#tests/support/databases.ts';
import { CONNECTION, SITE, seedNotification, seedSite, startEmbed } from '#tests/support/embed.ts';

onBothDatabases('what stands behind a notification', { postgres: 'long' }, (database) => {
  it('is called made up in the demo, and nowhere else', async () => {
    await seedSite(database().db);
    await seedNotification(database().db, 'a');
    const isDemoAt = async (config: { isDemo?: boolean }) => {
      const h = startEmbed(database(), { config });
      const answer = await h.app.request(`/api/embed/${SITE}/shown/a`, {}, CONNECTION);
      await h.embed.stop();
      return (await answer.json()).isDemo;
    };
    expect([await isDemoAt({ isDemo: true }), await isDemoAt({})]).toEqual([true, undefined]);
  });
});
