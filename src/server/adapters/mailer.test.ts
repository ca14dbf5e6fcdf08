// Emails: queued with the transaction that causes them, sent once, retried on failure, and never to anyone else.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeClock, type TestClock } from '#tests/support/app.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { memoryLog } from '#tests/support/embed.ts';
import type { Mail } from '../domain/ports.ts';
import { makeIds } from './clock-ids.ts';
import { makeMailer, type RunningMailer, type WrittenMail } from './mailer.ts';

const FROM = 'Proofbell <no-reply@proof.example>';
const LINK = `https://proof.example/verify-email?code=${'x'.repeat(120)}`;
/** An email with its own content, so that tests can put anything there. */
type TestMail = Omit<Mail, 'userId'> & WrittenMail;
/** By recipient's user id. */
const written = new Map<string, WrittenMail>();
const write = async ({ userId }: Mail) => written.get(userId ?? '') ?? null;

const MAIL: TestMail = {
  kind: 'verify-email',
  to: 'ana@shop.example',
  subject: 'Verify your email address ✓',
  text: `Olá Ana,\n\n${LINK}\n`,
  html: `<p>Olá Ana</p><a href="${LINK}">Verify</a>`,
  link: LINK,
};

onBothDatabases('the mailer', (database) => {
  let folder: string;
  let outbox: string;
  let clock: TestClock;
  let log: ReturnType<typeof memoryLog>;
  let mailer: RunningMailer;
  const make = () => makeMailer(database(), clock, makeIds(clock), log.log, { from: FROM, outbox, write });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'proofbell-mail-'));
    outbox = join(folder, 'outbox');
    clock = makeClock();
    log = memoryLog();
    mailer = make();
  });
  afterEach(async () => {
    await mailer.stop();
    rmSync(folder, { recursive: true });
  });

  const toUser = ({ kind, to, ...content }: TestMail): Mail => {
    const userId = crypto.randomUUID();
    written.set(userId, content);
    return { kind, userId, to };
  };
  const queue = (mail: TestMail = MAIL) => mailer.enqueue(database().db, toUser(mail));
  const queued = () => database().db.selectFrom('mails').selectAll().execute();
  const files = () => readdirSync(outbox).map((name) => ({ name, source: readFileSync(join(outbox, name), 'utf8') }));
  const parse = (source: string) => PostalMime.parse(source);

  it('writes a complete, readable email to the outbox, and logs its link', async () => {
    await queue();
    await mailer.flush();
    const [file, ...others] = files();
    expect(others).toEqual([]);
    expect(file?.name).toBe('2026-03-10T12-00-00-000Z-ana@shop.example.eml');
    const mail = await parse(file?.source ?? '');
    expect(mail).toMatchObject({
      from: { name: 'Proofbell', address: 'no-reply@proof.example' },
      to: [{ address: 'ana@shop.example' }],
      subject: MAIL.subject,
    });
    expect(mail.text?.trim()).toBe(MAIL.text.trim());
    expect(mail.html?.trim()).toBe(MAIL.html);
    // On one line, for grep.
    expect(file?.source).toContain(`X-Link: ${LINK}\n`);
    expect(log.lines).toMatchObject([{ msg: 'mail written to the outbox', link: LINK }]);
    expect(await queued()).toEqual([]);
  });

  it('sends nothing from a transaction that was rolled back', async () => {
    const { db } = database();
    const broken = db.transaction().execute(async (trx) => {
      await mailer.enqueue(trx, toUser(MAIL));
      throw new Error('changed my mind');
    });
    await expect(broken).rejects.toThrow('changed my mind');
    await mailer.flush();
    expect(() => files()).toThrow('ENOENT');
    await db.transaction().execute((trx) => mailer.enqueue(trx, toUser(MAIL)));
    await mailer.flush();
    expect(files()).toHaveLength(1);
  });

  it('sends an email that a busy database kept from being written at its next look, not once its claim is over', async () => {
    await queue();
    const busy = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
    let isBusy = true;
    const held = makeMailer(database(), clock, makeIds(clock), log.log, {
      ...{ from: FROM, outbox },
      write: async (mail) => {
        if (isBusy) throw busy;
        return write(mail);
      },
    });
    await held.flush();
    isBusy = false;
    await held.flush();
    await held.stop();
    expect([files().length, await queued()]).toEqual([1, []]);
  });

  it('retries after ten seconds, triples the wait each time, and gives up after three days', async () => {
    // A file in place of the folder, so that nothing can be written there.
    writeFileSync(outbox, '');
    await queue();
    const pauses: number[] = [];
    let last = clock.now();
    for (let n = 1; n <= 20; n++) {
      await mailer.flush();
      const [mail] = await queued();
      expect(mail?.attempts).toBe(n);
      if (!mail?.next_attempt_at) break;
      const next = Date.parse(mail.next_attempt_at);
      pauses.push((next - last) / 1000);
      clock.advance(next - last - 1);
      await mailer.flush();
      expect((await queued())[0]?.attempts).toBe(n);
      clock.advance(1);
      last = clock.now();
    }
    expect(pauses.slice(0, 8)).toEqual([10, 30, 90, 270, 810, 2_430, 7_290, 21_600]);
    expect(pauses).toHaveLength(19);
    const days = pauses.reduce((sum, each) => sum + each) / 86_400;
    expect(days).toBeGreaterThan(3);
    expect(days).toBeLessThan(3.5);
    expect(await queued()).toMatchObject([
      { attempts: 20, next_attempt_at: null, last_error: expect.stringMatching(/EEXIST|ENOTDIR/) },
    ]);
    expect(log.lines.at(-1)?.msg).toBe('mail given up');
  });

  it('keeps nothing of an email about an account that is gone, once it is given up', async () => {
    writeFileSync(outbox, '');
    written.set('', MAIL);
    await mailer.enqueue(database().db, { kind: 'account-deleted', userId: null, to: MAIL.to });
    await database().db.updateTable('mails').set({ attempts: 19 }).execute();
    await mailer.flush();
    expect(log.lines.at(-1)?.msg).toBe('mail given up');
    expect(await queued()).toEqual([]);
  });

  it('sends an email that failed as soon as its wait is over and sending works again', async () => {
    writeFileSync(outbox, '');
    await queue();
    await mailer.flush();
    rmSync(outbox);
    await mailer.flush();
    expect(await queued()).toHaveLength(1);
    clock.advance(10_000);
    await mailer.flush();
    expect(files()).toHaveLength(1);
    expect(await queued()).toEqual([]);
  });

  it('sends each email once, however many senders there are', async () => {
    const others = [make(), make(), make()];
    for (let n = 0; n < 30; n++) await queue({ ...MAIL, to: `c${n}@shop.example` });
    await Promise.all([mailer, ...others].map((each) => each.flush()));
    expect(files()).toHaveLength(30);
    expect(log.lines).toHaveLength(30);
    await Promise.all(others.map((each) => each.stop()));
  });

  it('cannot be tricked into adding headers or recipients', async () => {
    const evil = 'evil@other.example';
    const attacks: Partial<TestMail>[] = [
      { subject: `Hello\r\nBcc: ${evil}` },
      { subject: `Hello\nBcc: ${evil}\n\nand a body` },
      { to: `ana@shop.example\r\nBcc: ${evil}` },
      { to: `ana@shop.example, ${evil}` },
      { to: `"x\r\nBcc: ${evil}\r\n" <ana@shop.example>` },
      { link: `https://proof.example/\r\nBcc: ${evil}` },
      { text: `.\r\nBcc: ${evil}`, html: `<p>\r\n\r\nBcc: ${evil}</p>` },
    ];
    for (const attack of attacks) {
      await queue({ ...MAIL, ...attack });
      await mailer.flush();
      clock.advance(1);
    }
    expect(files()).toHaveLength(attacks.length);
    for (const { source } of files()) {
      const mail = await parse(source);
      const people = [...(mail.to ?? []), ...(mail.cc ?? []), ...(mail.bcc ?? [])].map(({ address }) => address);
      expect(people.length).toBeLessThanOrEqual(1);
      expect(people).not.toContain(evil);
      expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
    }
  });

  it('polls for emails once it has been woken, until it is stopped', async () => {
    await queue();
    mailer.wake();
    while ((await queued()).length > 0) await new Promise(setImmediate);
    await mailer.stop();
    await queue();
    mailer.wake();
    await new Promise(setImmediate);
    expect(await queued()).toHaveLength(1);
  });

  it('deletes emails from the outbox after a day, and nothing else', async () => {
    await queue();
    await mailer.flush();
    writeFileSync(join(outbox, 'notes.eml'), 'mine');
    clock.advance(12 * 3_600_000);
    await queue({ ...MAIL, to: 'bo@shop.example' });
    await mailer.flush();
    expect(files()).toHaveLength(3);
    clock.advance(12 * 3_600_000 + 1);
    await mailer.flush();
    expect(files().map(({ name }) => name)).toEqual(['2026-03-11T00-00-00-000Z-bo@shop.example.eml', 'notes.eml']);
  });
});
