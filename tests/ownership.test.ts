// SECURITY.md promises that functions in db/ that change an owner's rows require the brand `Owned`, and lists the
// exceptions: bookkeeping, and redeeming secrets. This checks the promise against the code.
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const FOLDER = new URL('../src/server/db/', import.meta.url);
const TABLE =
  /(?:(?:deleteFrom|updateTable)\(|deleteDue\(\s*db,\s*)'(?:sites|widgets|notifications|users|sessions|api_keys|templates)(?: as \w+)?'/;

/** @returns the exported functions that change an owner's rows without requiring the brand. */
const unbranded = (code: string) =>
  code
    .split(/^export /m)
    .slice(1)
    .filter((part) => TABLE.test(part) && !part.includes(': Owned<'))
    .map((part) => /^(?:const|(?:async )?function) (\w+)/.exec(part)?.[1]);

it('only bookkeeping and redeeming secrets change rows by a plain id', () => {
  const files = globSync('*.ts', { cwd: FOLDER }).filter((path) => !path.endsWith('.test.ts'));
  const found = files.flatMap((path) => unbranded(readFileSync(new URL(path, FOLDER), 'utf8')));
  expect(found.sort()).toEqual([
    'bumpWidgetsOfSite',
    'deleteExpiredSessions',
    'deleteNotificationsOf',
    'deleteNotificationsOfHash',
    'deleteSessionByHash',
    'extendSession',
    'lockUser',
    'markVerified',
    'overtakeCounts',
    'purgeDeletedNotifications',
    'recordApiKeyUse',
    'recordSessionUse',
    'setCustomer',
    'setSubscription',
  ]);
});

it('the check can fail', () => {
  expect(unbranded("export const drop = (db: Db, id: string) => db.deleteFrom('sites').execute();")).toEqual(['drop']);
  expect(unbranded("export const drop = (db: Db, site: Owned<Site>) => db.deleteFrom('sites').execute();")).toEqual([]);
});
