// Dragging by the mouse.
import type { Locator } from '@playwright/test';

/**
 * Holds the mouse's button down on what stands still with nothing over it: until then, a popover isn't in its place yet,
 * and a list still scrolls.
 * @param position from its upper left corner, px; its middle without one.
 * @returns its box in the window, px.
 */
export async function grab(locator: Locator, position?: { x: number; y: number }) {
  await locator.hover(position && { position });
  const box = await locator.boundingBox();
  if (!box) throw new Error('Nothing to drag');
  await locator.page().mouse.down();
  return box;
}
