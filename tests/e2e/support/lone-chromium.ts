// A Chromium that no test steers: under the developer tools' protocol it does not prerender. What happens in it, the
// pages themselves must tell.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumLaunch } from '#tests/support/chromium.ts';

/** Opens the page in a browser of its own. @returns what ends it. */
export async function openAlone(url: string): Promise<() => Promise<void>> {
  const { executablePath, args } = await chromiumLaunch();
  const profile = mkdtempSync(join(tmpdir(), 'proofbell-chromium-'));
  // Without a port it would print the page and end.
  const more = ['--headless', `--user-data-dir=${profile}`, '--remote-debugging-port=0', url];
  const browser = spawn(executablePath, [...args, ...more], { stdio: 'ignore' });
  const ended = new Promise((resolve) => browser.once('exit', resolve));
  return async () => {
    browser.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
}
