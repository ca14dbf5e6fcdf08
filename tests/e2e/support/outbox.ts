// Reads the mails that the server under test wrote into its outbox folder.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime from 'postal-mime';

/** @returns the newest link of the form `pattern` in the mails to `to`, as it stands in their text; waits for it. */
async function linkTo(to: string, pattern: RegExp): Promise<string> {
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'outbox');
  let link = '';
  await expect(async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith(`-${to}.eml`)).sort();
    for (const name of names.reverse()) {
      const mail = await PostalMime.parse(await readFile(join(folder, name)));
      link ||= pattern.exec(mail.text ?? '')?.[0] ?? '';
    }
    expect(link, `a link in a mail to ${to}`).not.toBe('');
  }).toPass({ timeout: 30_000, intervals: [20, 50, 100] });
  return link;
}

/** @returns the newest link that verifies `to`. */
export const mailedLink = (to: string): Promise<string> => linkTo(to, /https?:\/\/\S+\/verify-email\?\S+/);

/** @returns the newest link by which `to` may choose a password. */
export const resetLink = (to: string): Promise<string> => linkTo(to, /https?:\/\/\S+\/reset-password#\S+/);

/** @returns the newest link by which `to` may go on with a registration. */
export const resumeLink = (to: string): Promise<string> => linkTo(to, /https?:\/\/\S+\/register#\S+/);

/** @returns the newest code by which `to` may confirm who they are. */
export const mailedCode = (to: string): Promise<string> => linkTo(to, /\b\d{4} \d{4}\b/);
