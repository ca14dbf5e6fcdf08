// Reads the mails that the server under test wrote into its outbox folder.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime from 'postal-mime';

/** @returns the link in the newest mail to `to`, as it stands in the mail's text; waits until it has been written. */
export async function mailedLink(to: string): Promise<string> {
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'outbox');
  let link = '';
  await expect(async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith(`-${to}.eml`)).sort();
    const newest = names.at(-1);
    expect(newest, `a mail to ${to}`).toBeDefined();
    const mail = await PostalMime.parse(await readFile(join(folder, newest ?? '')));
    link = /https?:\/\/\S+\/api\/\S+/.exec(mail.text ?? '')?.[0] ?? '';
    expect(link).not.toBe('');
  }).toPass({ timeout: 10_000 });
  return link;
}
