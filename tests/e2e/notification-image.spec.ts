// An image of the owner's own in the editor: chosen, pasted or dropped, shown as visitors see it, refused in words, removed.
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { IMAGE_MESSAGES } from '#shared/image-messages.ts';
import { IMAGE_MAX_BYTES } from '#shared/limits.ts';
import { png } from '#tests/support/images.ts';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/inspector-test.ts';
import { toast } from './support/owner.ts';

const LIST = '/oak-and-iron/notifications';
const DESK = { name: 'desk.png', mimeType: 'image/png', buffer: png({ width: 60, height: 40 }) };
const UPLOADED = /^http:\/\/.+\/api\/images\/[\w-]{16}$/;

async function openEditor(page: Page) {
  await page.goto(LIST);
  await page.getByRole('button', { name: 'Write your own' }).click();
  const editor = page.getByRole('dialog', { name: 'New notification' });
  await editor.getByRole('textbox', { name: 'Message' }).fill('The oak desk is back');
  return {
    editor,
    image: editor.getByRole('textbox', { name: 'Image' }),
    file: editor.getByLabel('File of the image'),
  };
}

/** Lets go of a file over the field, or pastes it there. */
const give = (page: Page, what: 'drop' | 'paste', { name, mimeType, buffer }: typeof DESK) =>
  page.getByRole('textbox', { name: 'Image' }).evaluate(
    (input, [kind, file, type, base64]) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], file, { type }));
      const init = { bubbles: true, cancelable: true };
      input.dispatchEvent(
        kind === 'drop'
          ? new DragEvent('drop', { ...init, dataTransfer: data })
          : new ClipboardEvent('paste', { ...init, clipboardData: data }),
      );
    },
    [what, name, mimeType, buffer.toString('base64')] as const,
  );

test('an image is chosen, seen as visitors see it, and kept with the notification', async ({ page, api }) => {
  const { editor, image, file } = await openEditor(page);
  await file.setInputFiles(DESK);
  await expect(image).toHaveValue(UPLOADED);
  const drawn = editor.locator('proofbell-widget img');
  await expect(drawn).toHaveJSProperty('naturalWidth', 60);
  await expectAccessible(page);
  await editor.getByRole('button', { name: 'Create notification' }).click();
  await expect(toast(page)).toContainText('Notification created');
  const [saved] = await api.notifications();
  expect(saved?.image).toMatch(UPLOADED);
});

test('a file is refused in words, dropped and pasted ones are taken, a photo that is too large is made smaller, and an image is removed', {
  tag: '@long',
}, async ({ page, api }) => {
  const { editor, image, file } = await openEditor(page);
  await file.setInputFiles({ name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<script></script>') });
  await expect(image).toHaveAccessibleDescription(IMAGE_MESSAGES.type);
  await image.fill('shop.example/desk.png');
  await expect(image).not.toHaveAccessibleDescription(IMAGE_MESSAGES.type);
  await give(page, 'drop', DESK);
  await expect(image).toHaveValue(UPLOADED);
  const first = await image.inputValue();
  await give(page, 'paste', DESK);
  await expect(image).not.toHaveValue(first);
  const second = await image.inputValue();
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const photo = await sharp({ create: { width: 2_400, height: 1_800, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 95 })
    .toBuffer();
  expect(photo.length).toBeGreaterThan(IMAGE_MAX_BYTES);
  await file.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expect(image).not.toHaveValue(second);
  await expect(image).toHaveValue(UPLOADED);
  await editor.getByRole('button', { name: 'Create notification' }).click();
  await expect(toast(page)).toContainText('Notification created');
  expect((await api.notifications())[0]?.image).toMatch(UPLOADED);
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Remove image' }).click();
  await expect(page.getByRole('textbox', { name: 'Image' })).toHaveValue('');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(toast(page)).toContainText('Notification updated');
  expect((await api.notifications())[0]?.image).toBeNull();
});
