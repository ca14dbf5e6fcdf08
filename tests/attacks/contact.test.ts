// Attack: use the contact form to fill the operator's inbox or steer their terminal, to lock everybody else out, or to
// find in a log or after 90 days what somebody wrote, or after an hour from which network address.
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { listMessages, purgeOldContactMessages } from '#server/domain/contact.ts';
import { sweep } from '#server/domain/sweep.ts';
import { CONTACT_REFUSALS } from '#shared/contract/contact.ts';
import { CONTACT_MESSAGE_LIFE, CONTACT_MESSAGE_MAX } from '#shared/limits.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { HELLO, makeContactStage } from '#tests/support/contact.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { fieldsOf } from '#tests/support/refusals.ts';
import { eachTest } from '#tests/support/stages.ts';

onBothDatabases('the contact form', { postgres: 'long' }, (database) => {
  const stage = eachTest(() => makeContactStage(database()));

  it('drops what fills in the trap: the same answer, nothing stored, mailed or counted', async () => {
    await stage.restart({ AUTH_RATE_LIMIT: '1' });
    const headersOf = (headers: Headers) =>
      [...headers].filter(([name]) => !/^(?:x-request-id|set-cookie|date)$/.test(name));
    const honest = await stage.send(HELLO);
    for (let n = 0; n < 10; n++) {
      const trapped = await stage.send({ ...HELLO, website: 'https://spam.example' });
      expect([trapped.status, trapped.body]).toEqual([honest.status, honest.body]);
      expect(headersOf(trapped.headers)).toEqual(headersOf(honest.headers));
    }
    expect([(await stage.stored()).length, (await stage.queued()).length]).toEqual([1, 1]);
    for (let n = 0; n < 4; n++) expect((await stage.send(HELLO)).status).toBe(200);
    expect((await stage.send(HELLO)).status).toBe(429);
  });

  it('never shows the trap: whatever is in it, the answer is the one without it, and no refusal names it', async () => {
    const fillings = ['a\0b', 'a\ud800b', 'x'.repeat(15_000), 5, true, [], ['x'], {}, ' '];
    const bad = { ...HELLO, email: 'ana', message: '' };
    const refused = fieldsOf((await stage.send(bad)).body);
    expect(refused).toEqual(['email', 'message']);
    for (const website of fillings) {
      const dropped = await stage.send({ ...HELLO, website });
      expect([website, dropped.status, dropped.body]).toEqual([website, 200, { received: true }]);
      const answer = await stage.send({ ...bad, website });
      expect([website, answer.status, fieldsOf(answer.body)]).toEqual([website, 400, refused]);
    }
    expect(await stage.stored()).toEqual([]);
    for (const website of ['', null]) expect((await stage.send({ ...HELLO, website })).status).toBe(200);
    expect(await stage.stored()).toHaveLength(2);
  });

  it('takes 5 messages an hour from one address, and a network of IPv6 is one', async () => {
    await stage.restart({ AUTH_RATE_LIMIT: '1' });
    // At once, as a program would.
    const flood = await Promise.all(Array.from({ length: 20 }, () => stage.send(HELLO)));
    expect(flood.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = flood.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ code: 'rate-limited', message: CONTACT_REFUSALS.tooMany });
    expect(refused?.headers.get('retry-after')).toBe('3600');
    for (let n = 0; n < 5; n++) expect((await stage.send(HELLO, `2001:db8:1:2::${n + 1}`)).status).toBe(200);
    expect((await stage.send(HELLO, '2001:db8:1:2:ffff::9')).status).toBe(429);
    expect((await stage.send(HELLO, '2001:db8:1:3::1')).status).toBe(200);
    expect([(await stage.stored()).length, (await stage.queued()).length]).toEqual([11, 11]);
    stage.app().clock.advance(HOUR);
    expect((await stage.send(HELLO)).status).toBe(200);
  });

  it('takes 100 messages a day from all addresses, of which one that is refused for itself uses up none', async () => {
    await stage.restart({ AUTH_RATE_LIMIT: '1' });
    for (let n = 0; n < 50; n++) await stage.send(HELLO, '198.51.100.1');
    const flood = await Promise.all(Array.from({ length: 120 }, (_, n) => stage.send(HELLO, `203.0.113.${n + 1}`)));
    expect(flood.filter(({ status }) => status === 200)).toHaveLength(95);
    const refused = flood.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ code: 'rate-limited', message: CONTACT_REFUSALS.full });
    expect(refused?.headers.get('retry-after')).toBe('86400');
    expect([(await stage.stored()).length, (await stage.queued()).length]).toEqual([100, 100]);
    stage.app().clock.advance(DAY);
    expect((await stage.send(HELLO, '203.0.113.200')).status).toBe(200);
  });

  it('refuses what cannot be stored, is too long or is no message, and names the field', async () => {
    const long = (length: number) => 'x'.repeat(length);
    const cases: [body: unknown, fields: string[]][] = [
      [{}, ['email', 'message']],
      [{ ...HELLO, message: ' \n ' }, ['message']],
      [{ ...HELLO, message: 'a\0b' }, ['message']],
      [{ ...HELLO, message: 'a\ud800b' }, ['message']],
      [{ ...HELLO, message: long(CONTACT_MESSAGE_MAX + 1) }, ['message']],
      [{ ...HELLO, message: ['x'] }, ['message']],
      [{ ...HELLO, name: 'a\0b' }, ['name']],
      [{ ...HELLO, name: 'a\udc00' }, ['name']],
      [{ ...HELLO, name: long(81) }, ['name']],
      [{ ...HELLO, name: 'a\u202eb' }, ['name']],
      [{ ...HELLO, email: 'ana' }, ['email']],
      [{ ...HELLO, email: `${long(250)}@shop.example` }, ['email']],
      [{ ...HELLO, to: 'all@evil.example' }, ['to']],
    ];
    for (const [body, fields] of cases) {
      const response = await stage.send(body);
      expect([body, response.status, fieldsOf(response.body)]).toEqual([body, 400, fields]);
    }
    const wrong = await stage.send({ name: null, email: 5, message: ['x'] });
    expect([wrong.status, wrong.body.errors]).toEqual([
      400,
      ['name', 'email', 'message'].map((field) => ({ field, message: 'Must be text' })),
    ]);
    const huge = await stage.send({ ...HELLO, message: long(300_000) });
    expect([huge.status, huge.body.code]).toEqual([413, 'too-large']);
    expect((await stage.send('x'.repeat(5_000_000))).status).toBe(413);
    expect(await stage.stored()).toEqual([]);
    expect((await stage.send({ ...HELLO, message: long(CONTACT_MESSAGE_MAX) })).status).toBe(200);
  });

  it('takes nothing from another site’s form: without the token it is a 403', async () => {
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      const request = { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(HELLO) };
      expect([type, (await stage.app().fetch('/api/contact', request)).status]).toEqual([type, 403]);
    }
    expect(await stage.stored()).toEqual([]);
  });

  it('is closed where the operator named no address: a clear 404, and nothing is stored', async () => {
    await stage.restart({ CONTACT_EMAIL: '' });
    for (const body of [HELLO, { ...HELLO, website: 'x' }]) {
      const response = await stage.send(body);
      expect([response.status, response.body]).toEqual([
        404,
        { code: 'not-found', message: CONTACT_REFUSALS.off, requestId: response.headers.get('x-request-id') },
      ]);
    }
    expect([await stage.stored(), await stage.queued()]).toEqual([[], []]);
  });

  it('is in no log, whether it is sent, written to the outbox, refused or fails', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'proofbell-contact-'));
    await stage.restart({ SMTP_URL: '', DATA_DIR: folder });
    const secret = { name: 'Sigismunda', email: 'sigismunda@secret.example', message: 'My sister must not know this' };
    await stage.send(secret);
    await stage.send({ ...secret, message: `${secret.message}\0` });
    await stage.send({ ...secret, website: 'https://spam.example' });
    await stage.app().running.mailer.flush();
    const [file = ''] = readdirSync(join(folder, 'outbox'));
    expect(readFileSync(join(folder, 'outbox', file), 'utf8')).toContain(secret.message);
    const { mailer } = stage.app().deps;
    stage.app().deps.mailer = { ...mailer, enqueue: () => Promise.reject(new Error('the queue is gone')) };
    expect((await stage.send(secret)).status).toBe(500);
    expect(stage.app().logged.map(({ msg }) => msg)).toContain('mail written to the outbox');
    expect(JSON.stringify(stage.app().logged)).not.toMatch(/sigismunda|sister/i);
    await rm(folder, { recursive: true });
  });

  it('steers no terminal of the operator who lists the messages', async () => {
    const hostile = '\u001b[2J\u001b]0;owned\u0007\u009b31m\u202elive.\rOverwritten\b\b<b>x</b>\u2028next';
    await stage.send({ ...HELLO, name: 'Ana Silva', message: hostile });
    stage.app().clock.advance(HOUR);
    await stage.send({ ...HELLO, message: 'Second\n\n\tindented\r\nend' });
    expect(await listMessages(stage.app().deps)).toEqual([
      '2026-03-10 13:00 UTC  ana@shop.example\n  Second\n\n  \tindented\n  end',
      [
        '2026-03-10 12:00 UTC  Ana Silva <ana@shop.example>',
        '  �[2J�]0;owned��31m�live.',
        '  Overwritten��<b>x</b>',
        '  next',
      ].join('\n'),
    ]);
    // The email has the same marks.
    await stage.app().running.mailer.flush();
    for (const { source } of stage.received) {
      expect((await PostalMime.parse(source)).text).not.toMatch(/(?![\n\t])\p{Cc}|\u202e/u);
    }
  });

  it('keeps the network address of a message for an hour, though nobody comes back, and in nothing but a count', async () => {
    await stage.restart({ AUTH_RATE_LIMIT: '1' });
    const { db } = stage.app().deps;
    const addresses = async () => {
      const tables = (await db.introspection.getTables()).map(({ name }) => name as 'limits');
      const rows = await Promise.all(tables.map((name) => db.selectFrom(name).selectAll().execute()));
      return rows.flat().filter((row) => /203\.0\.113\.77|2001:db8:7:8/.test(JSON.stringify(row)));
    };
    await stage.send(HELLO, '203.0.113.77');
    await stage.send(HELLO, '2001:db8:7:8:9::1');
    expect((await addresses()).map(({ key }) => key).sort()).toEqual([
      'contact:2001:db8:7:8::/64',
      'contact:203.0.113.77',
    ]);
    stage.app().clock.advance(HOUR - 1);
    await sweep(stage.app().deps);
    expect(await addresses()).toHaveLength(2);
    stage.app().clock.advance(1);
    await sweep(stage.app().deps);
    expect(await addresses()).toEqual([]);
    expect(await stage.stored()).toHaveLength(2);
  });

  it('is gone after 90 days, and so is an email that still waited', async () => {
    await stage.send(HELLO);
    stage.app().clock.advance(CONTACT_MESSAGE_LIFE - 1);
    await stage.send({ ...HELLO, message: 'Later' });
    await purgeOldContactMessages(stage.app().deps);
    expect((await stage.stored()).map(({ message }) => message)).toEqual([HELLO.message, 'Later']);
    stage.app().clock.advance(1);
    await purgeOldContactMessages(stage.app().deps);
    expect((await stage.stored()).map(({ message }) => message)).toEqual(['Later']);
    await stage.app().running.mailer.flush();
    expect(stage.received).toHaveLength(1);
    expect(await stage.queued()).toEqual([]);
  });
});
