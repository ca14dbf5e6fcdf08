// Finds a Chromium for the browser tests: the system's or Playwright's if there is one, else the headless one from npm
// (@sparticuz/chromium), unpacked once below node_modules together with the libraries it needs.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** For machines without network access, and for root, which Chromium's sandbox refuses. */
const CHROMIUM_ARGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  '--disable-gpu',
];

/**
 * Chromium sets these at its start while another of its threads reads the environment for fonts, and on a busy machine one
 * start in 200 crashed by that: what is there already is replaced without moving the others.
 */
const SET_BY_CHROMIUM = { DBUS_SESSION_BUS_ADDRESS: 'disabled:', FC_FONTATIONS: '1' };

/** @returns the path of a working Chromium. */
async function findChromium(): Promise<string> {
  for (const path of [chromium.executablePath(), ...SYSTEM]) if (existsSync(path)) return path;
  return unpackChromium();
}

async function unpackChromium(): Promise<string> {
  // The package unpacks into TMPDIR, and includes its system libraries only when it thinks it runs in a Lambda.
  const before = { TMPDIR: process.env.TMPDIR, AWS_LAMBDA_JS_RUNTIME: process.env.AWS_LAMBDA_JS_RUNTIME };
  const folder = resolve('node_modules/.cache/chromium');
  mkdirSync(folder, { recursive: true });
  process.env.TMPDIR = folder;
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs24.x';
  try {
    const { default: sparticuz } = await import('@sparticuz/chromium');
    const path = await sparticuz.executablePath();
    process.env.FONTCONFIG_PATH = writeFontConfig(folder);
    return path;
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

/** The package's own fonts.conf names a folder other than where it is unpacked, so all text would vanish. */
function writeFontConfig(folder: string): string {
  const target = join(folder, 'fontconfig');
  mkdirSync(target, { recursive: true });
  const dirs = ['/usr/share/fonts', '/usr/local/share/fonts', join(folder, 'fonts')];
  writeFileSync(
    join(target, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${dirs
      .map((dir) => `<dir>${dir}</dir>`)
      .join('')}<cachedir>${join(target, 'cache')}</cachedir></fontconfig>`,
  );
  return target;
}

/** @returns launch options for Playwright. */
export async function chromiumLaunch() {
  process.env.E2E_CHROMIUM ??= await findChromium();
  const env = { ...process.env, ...SET_BY_CHROMIUM };
  return { executablePath: process.env.E2E_CHROMIUM, args: CHROMIUM_ARGS, env };
}
