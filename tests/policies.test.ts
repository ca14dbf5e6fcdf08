// The policies of content/pages say what the program does: its cookies, what stays on visitors' devices, for how long.
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as limits from '#shared/limits.ts';
import { MINUTE } from '#shared/time.ts';
import { byName, elementsOf, plainText, textOf } from './support/documents.ts';

describe('policies', () => {
  const source = (pattern: string) =>
    globSync(pattern, { exclude: (path) => path.endsWith('.test.ts') }).map((file) => readFileSync(file, 'utf8'));
  const firstCells = (name: string, table: number) =>
    elementsOf('tr', [elementsOf('table', byName.get(name)?.body ?? [])[table] ?? ''])
      .slice(1)
      .map((row) => textOf(elementsOf('td', [row])[0] ?? ''));

  it('the cookie policy names the cookies that the server sets, and no other', () => {
    const set = source('src/{server/http,shared}/*.ts').flatMap((text) =>
      [...text.matchAll(/^(?:export )?const \w+ = '(proofbell_\w+)';/gm)].map(([, name]) => name),
    );
    expect(set.length).toBe(5);
    expect(firstCells('pages/cookie-policy', 1).toSorted()).toEqual(set.toSorted());
  });

  it('and the entries that the widget keeps on a visitor’s device', () => {
    const keys = source('src/widget/{memory,load}.ts').flatMap((text) =>
      [...text.matchAll(/^const (?:KEY|PAYLOAD) = '(\w+)';/gm)].map(([, key]) => `proofbell:SITE_ID:${key}`),
    );
    expect(keys).toHaveLength(2);
    expect(firstCells('pages/cookie-policy', 0).toSorted()).toEqual(keys.toSorted());
  });

  it('say for how long as the program has it', () => {
    const said: Record<string, string[]> = {
      'pages/cookie-policy': [
        `${limits.SESSION_DAYS} days without use`,
        `${limits.KNOWN_BROWSER_DAYS} days, or your next password`,
        `a registration you started ${limits.REGISTRATION_COOKIE_DAYS} days`,
      ],
      'pages/privacy-policy': [
        `${limits.SESSION_DAYS} days without use`,
        `${limits.SESSION_DAYS} days after their last use`,
        `${limits.KNOWN_BROWSER_DAYS} days, in that browser`,
        'The network address that such a message came from an hour',
        `${limits.NOTIFICATION_RESTORE_LIFE === 10 * MINUTE ? 'ten' : '?'} minutes, in which it can be restored`,
      ],
    };
    for (const [name, sentences] of Object.entries(said)) {
      expect(sentences.filter((sentence) => !plainText(name).includes(sentence))).toEqual([]);
    }
  });
});
