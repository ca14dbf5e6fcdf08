import { createElement } from 'react';
import { expect, test } from 'vitest';
import { rendered } from '#tests/support/rendered.ts';
import { GalleryFrame } from './gallery-frame.tsx';

test('the way back from the templates leads to the list as it was', () => {
  const address = '/oak-and-iron/notifications?status=live&q=oak&templates=sales&find=a';
  const markup = rendered(createElement(GalleryFrame, null, null), [], address);
  expect(markup).toContain('href="/oak-and-iron/notifications?status=live&amp;q=oak"');
});
