// What a public page needs for its first paint stands in its HTML, so that it waits for nothing else: the rules that match
// something on any of them, and the script that sets the theme. The whole style sheet comes after the text. The content
// policy allows both by their hashes (src/server/http/security-headers.ts).
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Beasties from 'beasties';
import { compressFile } from './client.ts';

/** The same for every page. `rest` is the name of the style sheet that comes after it. */
export type FirstPaint = { style: string; script: string; rest: string };

const FIRST_PAINT = 'src/client/public/start/first-paint.js';

const FONT_FACE = /@font-face\{[^}]*\}/g;

/** Rules for classes and attributes that scripts set later: they match nothing in the HTML. */
const LATER = [/\.dark\b/, /data-solid/, /^\.(waiting|from-top)/, /:root|:host/];

/**
 * Writes the rest of the style sheet, too.
 * @param client the built client's folder. @param css its style sheet. @param prose that of long texts.
 * @param bodies the pages' HTML. @throws when no rule is used, so that something is wrong with the build.
 */
export async function makeFirstPaint(
  client: string,
  { css, prose }: { css: string; prose: string[] },
  bodies: string[],
): Promise<FirstPaint> {
  const beasties = new Beasties({
    path: client,
    publicPath: '/',
    // Its copy of the pages is thrown away: hydration needs the HTML exactly as React wrote it.
    preload: 'body',
    pruneSource: false,
    fonts: false,
    allowRules: LATER,
    logLevel: 'warn',
  });
  const links = [css, ...prose].map((file) => `<link rel="stylesheet" href="/${file}">`).join('');
  const all = await beasties.process(`<html><head>${links}</head><body>${bodies.join('')}</body></html>`);
  const rules = [...all.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text]) => text).join('');
  const whole = readFileSync(join(client, css), 'utf8');
  const fonts = whole.match(FONT_FACE)?.join('') ?? '';
  if (!rules || !fonts) throw new Error('The public pages would have no style or font before their first paint');
  const script = [join(client, 'theme.js'), FIRST_PAINT].map((file) => readFileSync(file, 'utf8')).join('');
  // A font declared twice is loaded twice, and the fallback shows meanwhile.
  return { style: fonts + rules, script, rest: await writeRest(client, whole.replace(FONT_FACE, '')) };
}

/** @returns the name of the style sheet that it writes. */
async function writeRest(client: string, rules: string): Promise<string> {
  const rest = `assets/rest-${createHash('sha256').update(rules).digest('base64url').slice(0, 8)}.css`;
  writeFileSync(join(client, rest), rules);
  await compressFile(join(client, rest));
  return rest;
}
