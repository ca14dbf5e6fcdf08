// Purchases, sign-ups, reviews and numbers that somebody wrote are allowed, and their author is told that nothing proves
// them.
import { expect, it } from 'vitest';
import type { SavedNotification } from '#shared/contract/notification.ts';
import { startApp } from './support/apps.ts';
import { makeClient, makeKey, makeOwner, makeShop } from './support/client.ts';

it('a purchase, sign-up, review or number by hand is created with a warning, and news without one', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const { widget, template } = await makeShop(owner);
  const notifications = `/api/widgets/${widget.id}/notifications`;
  const create = async (client: typeof owner, type: string) => {
    const { status, body } = await client.post<SavedNotification>(notifications, { type, message: 'Hello' });
    expect(status).toBe(201);
    return body;
  };
  for (const [type, word] of [
    ['purchase', 'purchase'],
    ['signup', 'sign-up'],
    ['review', 'review'],
  ] as const) {
    const { notification, warnings } = await create(owner, type);
    expect(notification).toMatchObject({ source: 'manual', status: 'active' });
    expect(warnings).toEqual([expect.stringContaining(`Nothing proves this ${word}`)]);
  }
  const { notification, warnings } = await create(owner, 'announcement');
  expect(warnings).toEqual([]);

  const counted = (await create(owner, 'visitors')).warnings;
  expect(counted).toEqual([expect.stringContaining('Nothing counts this')]);

  const fromTemplate = await owner.post<SavedNotification>(`${notifications}/template/${template.id}`, {});
  expect(fromTemplate.body).toMatchObject({
    notification: { source: 'template' },
    warnings: [expect.stringContaining('Manual')],
  });

  const put = (body: object) => owner.put<SavedNotification>(`${notifications}/${notification.id}`, body);
  expect((await put({ message: 'News' })).body.warnings).toEqual([]);
  expect((await put({ type: 'review' })).body.warnings).toEqual([expect.stringContaining('Nothing proves')]);
  expect((await put({ type: 'announcement' })).body.warnings).toEqual([]);

  const key = await makeKey(owner, 'write', 'Shop');
  const byScript = await create(makeClient(app, key.key), 'purchase');
  expect(byScript).toMatchObject({ notification: { source: 'api' }, warnings: [] });
});
