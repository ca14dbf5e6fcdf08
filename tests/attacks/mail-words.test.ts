// Attack: let our emails carry one's own words to somebody else, by registering their address under a name that is a
// message, a link, a telephone number, or markup.

import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeMailWriter } from '#server/adapters/mail-content.ts';
import { MAIL_KINDS, type MailKind } from '#server/db/mails.ts';
import { composeEmail } from '#server/domain/compose-email.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { freshSqlite } from '#tests/support/databases.ts';

const TO = 'victim@shop.example';

/** Who gets each kind of email. A new kind belongs here, and its words are then tried like the others'. */
const RECIPIENTS: Record<MailKind, { verified: boolean; unverified: boolean }> = {
  'verify-email': { verified: false, unverified: true },
  'reset-password': { verified: true, unverified: true },
  'set-password': { verified: true, unverified: true },
  'password-changed': { verified: true, unverified: true },
  'password-guessed': { verified: true, unverified: true },
  'confirm-code': { verified: true, unverified: true },
  // Needs a site; its words are tried in weekly-email.test.ts.
  'weekly-summary': { verified: false, unverified: false },
  'weekly-now': { verified: false, unverified: false },
  'change-email': { verified: true, unverified: true },
  'email-changing': { verified: true, unverified: true },
  'email-changed': { verified: true, unverified: true },
  'account-deleted': { verified: true, unverified: true },
  'notifications-paused': { verified: true, unverified: true },
  // To the operator, and made of a stranger's words, which are tried in contact-emails.test.ts.
  'contact-message': { verified: false, unverified: false },
  // About a registration, which has no name and no words of anybody.
  'resume-registration': { verified: false, unverified: false },
  'registration-reminder': { verified: false, unverified: false },
  'registration-refunded': { verified: false, unverified: false },
};

const HOSTILE = [
  'You won! Visit https://evil.example/login now',
  'evil.example',
  'www。evil．example',
  'evil\u200b.example',
  'pay@evil.example',
  'pay＠evil.example',
  'mailto:evil javascript:alert(1) //evil',
  'bücher.рф 例え.テスト',
  // Top-level domains whose second character is a vowel sign.
  'evil.भारत evil.சிங்கப்பூர்',
  // Browsers drop invisible signs from a host.
  'evil.\ufe0fexample',
  'evil.e\ufe0fxample',
  'evil.\u034fe\u034fx\u034fample',
  'evil.\u{e0100}example',
  'http:\ufe0f//evil',
  '\\\\evil\\share',
  'Call +1 555 0199 now',
  'Call 55 50 19 92 34',
  'Call ５５５０１９９ or ٥٥٥٠١٩٩',
  'Call 5\u200b5\u200b5\u200b0\u200b1\u200b9\u200b9',
  'Ana\r\nBcc: all@evil.example\r\n\r\nYour account is locked',
  'Ana\u2028Your account\u2029is locked\u0085now',
  '<a href="https://evil.example">Log in</a>',
  '"><img src=x onerror=alert(1)>',
  '&lt;b&gt;Ana&lt;/b&gt;',
  '\u202eelpmaxe.live',
  `${'Your account is locked. '.repeat(10)}`,
  '\ud83d\udc4b'.repeat(60),
  '{{link}} $& %s =?utf-8?q?x?=',
];

let app: TestApp;
let database: Awaited<ReturnType<typeof freshSqlite>>;
let userId: string;
const write = makeMailWriter({ operatorName: 'Oak & Iron', publicUrl: 'https://proof.example' });

beforeEach(async () => {
  database = await freshSqlite();
  app = makeTestApp(database);
  userId = app.deps.ids.next();
  const at = new Date(app.clock.now()).toISOString();
  await app.deps.db
    .insertInto('users')
    .values({ id: userId, email: TO, email_lower: TO, integrations: '[]' as never, created_at: at, updated_at: at })
    .execute();
});
afterEach(async () => {
  await app.stop();
  await database.close();
});

const NEW = 'new@shop.example';
/** The account's addresses when an email of this kind is sent to TO. */
const addresses = (kind: MailKind) => ({
  email: kind === 'change-email' ? 'old@shop.example' : kind === 'email-changed' ? NEW : TO,
  pending_email: kind === 'change-email' ? TO : kind === 'email-changing' ? NEW : null,
});

/** @returns the email of this kind to a user of this name, its codes taken out; null when there is none. */
async function emailTo(kind: MailKind, isVerified: boolean, displayName: string | null) {
  await app.deps.db
    .updateTable('users')
    .set({
      ...addresses(kind),
      display_name: displayName,
      company_name: displayName,
      email_verified: isVerified ? 1 : 0,
    })
    .execute();
  const letter = await composeEmail(app.deps, { kind, userId, to: TO });
  if (!letter) return null;
  const { subject, text, html } = write(letter);
  const plain = (value: string) => value.replace(/(?<=(?:code|reset)=)[\w-]{43}|\b\d{4} \d{4}\b/g, 'CODE');
  return { subject, text: plain(text), html: plain(html) };
}

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '&#39;');

/** Expects that the email differs from one without a name in its greeting alone, and that this is harmless. */
async function expectHarmless(kind: MailKind, isVerified: boolean, name: string): Promise<void> {
  const label = `${kind} to ${JSON.stringify(name)}`;
  const [named, nameless] = [await emailTo(kind, isVerified, name), await emailTo(kind, isVerified, null)];
  if (!named || !nameless) return expect([label, named, nameless]).toEqual([label, null, null]);
  const greeting = named.text.split('\n')[0] ?? '';
  const shown = /^Hi (.*),$/s.exec(greeting)?.[1] ?? '';
  if (!isVerified) expect(shown, label).toBe('');
  expect({ ...named, text: named.text.replace(greeting, 'Hi,') }, label).toEqual({
    ...nameless,
    html: shown === '' ? nameless.html : nameless.html.replace('>Hi,<', () => `>${escapeHtml(greeting)}<`),
  });
  const read = shown.normalize('NFKC').replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '');
  expect([...shown].length, label).toBeLessThanOrEqual(40);
  expect(read, label).not.toMatch(/@|:\/|[/\\]{2}|[\p{L}\p{N}]:[\p{L}\p{N}]|[.。][\p{L}\p{N}]{2}/u);
  expect(read.match(/\p{N}/gu)?.length ?? 0, label).toBeLessThanOrEqual(2);
  expect(shown, label).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
}

it('every kind of email is on the list', () => {
  expect(Object.keys(RECIPIENTS).sort()).toEqual([...MAIL_KINDS].sort());
});

it('no kind of email has a word of the name in it, but for a harmless greeting at a verified address', async () => {
  for (const kind of MAIL_KINDS) {
    for (const isVerified of [true, false]) {
      const isSent = RECIPIENTS[kind][isVerified ? 'verified' : 'unverified'];
      expect([kind, isVerified, (await emailTo(kind, isVerified, 'Ana')) !== null]).toEqual([kind, isVerified, isSent]);
      for (const name of HOSTILE) await expectHarmless(kind, isVerified, name);
    }
  }
});

it('nor do names made of the same parts in any order', async () => {
  const parts = [
    'evil',
    'example',
    '.',
    '@',
    '://',
    '/',
    ':',
    '5',
    '٥',
    '+1',
    ' ',
    '\n',
    '\u200b',
    '．',
    '\ufe0f',
    'क',
    'ि',
    '\\',
    'Ana',
    '<',
    '&',
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...parts), { maxLength: 30 }),
      fc.constantFrom(...MAIL_KINDS),
      async (words, kind) => {
        await expectHarmless(kind, true, words.join(''));
      },
    ),
  );
});

it('plain names are greeted as they are', async () => {
  for (const name of [
    'Ana',
    'Ana Lima-Pinto',
    'J. R. R. Tolkien',
    "Siobhán O'Neill",
    'Oak & Iron',
    '李小龍',
    'अमित कुमार',
    'Zoe\u0308 Lu\u0301cia',
    'John 3rd',
  ]) {
    expect((await emailTo('password-changed', true, name))?.text.split('\n')[0]).toBe(`Hi ${name},`);
  }
});
