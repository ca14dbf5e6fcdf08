// What a test costs its browser, in CPU seconds: a figure that a busy neighbor doesn't change.
import { readdirSync, readFileSync } from 'node:fs';
import type { Browser } from '@playwright/test';

/** In seconds, of a process and all that it started, ended ones too; Linux only, elsewhere null. */
export function cpuOf(pid: number): number | null {
  try {
    // After the name, which may hold anything: state, ppid …, utime, stime, cutime, cstime.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const own = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) / 100;
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
    );
    return children.reduce((sum, child) => sum + (cpuOf(child) ?? 0), own);
  } catch {
    return null;
  }
}

/** @returns the browser's process; null if it doesn't say. */
export async function pidOf(browser: Browser): Promise<number | null> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  return processInfo.find(({ type }) => type === 'browser')?.id ?? null;
}

/** A test's annotations with CPU seconds: its browser's and its runner's; tests/support/run-report.ts reads them. */
export const CPU = { browser: 'CPU seconds', runner: 'CPU seconds of the runner' };
