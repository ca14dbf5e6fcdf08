// The gallery of templates, and the editor and the form that open from it, as their tests see them.
import type { Page } from '@playwright/test';

export const GALLERY = '/oak-and-iron/notifications?templates';
export const buttonOf = (page: Page, name: string) => page.getByRole('button', { name: `Use “${name}”` });
export const gallery = (page: Page) => page.getByRole('list', { name: 'Templates' });
export const cardOf = (page: Page, name: string) =>
  gallery(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });
export const form = (page: Page, name = 'New template') => page.getByRole('dialog', { name });

export async function choose(page: Page, template: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for “${template}”` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}
