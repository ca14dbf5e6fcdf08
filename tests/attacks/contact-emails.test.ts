// Attack: start headers, recipients or markup in the emails of the contact form, or have it send emails to strangers.
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { HELLO, makeContactStage, OPERATOR } from '#tests/support/contact.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { fieldsOf } from '#tests/support/refusals.ts';
import { eachTest } from '#tests/support/stages.ts';

onBothDatabases('an email of the contact form', { postgres: 'long' }, (database) => {
  const stage = eachTest(() => makeContactStage(database()));

  it('sends what is written to the operator alone, in plain text, with the writer’s address for the reply', async () => {
    const { status, body, headers } = await stage.send({ name: 'Ana Silva', ...HELLO, website: '' });
    expect([status, body]).toEqual([200, { received: true }]);
    expect(headers.get('cache-control')).toBe('no-store');
    const { to, source, mail } = await stage.last();
    expect(to).toEqual([OPERATOR]);
    expect(mail).toMatchObject({
      to: [{ address: OPERATOR }],
      replyTo: [{ address: HELLO.email, name: '' }],
      subject: 'Contact message, March 10, 2026 at 12:00 UTC',
    });
    expect(mail.text?.trimEnd().split('\n')).toEqual([
      'Name: Ana Silva',
      'Email: ana@shop.example',
      'Sent: March 10, 2026 at 12:00 UTC',
      '',
      'Do you ship to Lisbon?',
      '',
      '-- ',
      'Sent with the contact form. Your reply goes to ana@shop.example.',
      'Proofbell · http://proofbell.test',
    ]);
    expect([mail.html, source.match(/^Content-Type: .*$/gim)]).toEqual([
      undefined,
      ['Content-Type: text/plain; charset=utf-8'],
    ]);
    expect(mail.cc ?? mail.bcc ?? []).toEqual([]);
    expect(stage.received).toHaveLength(1);
    expect(await stage.queued()).toEqual([]);
  });

  it('stores the message and its email together or not at all, and no account is needed', async () => {
    stage.app().deps.mailer.enqueue = async () => {
      throw new Error('the queue is gone');
    };
    expect((await stage.send(HELLO)).status).toBe(500);
    expect(await stage.stored()).toEqual([]);
    await stage.restart({});
    expect((await stage.send(HELLO)).status).toBe(200);
    expect(await stage.stored()).toMatchObject([{ name: null, email: HELLO.email, message: HELLO.message }]);
    expect(await stage.queued()).toMatchObject([{ user_id: null, recipient: OPERATOR, kind: 'contact-message' }]);
    expect(await stage.app().deps.db.selectFrom('users').selectAll().execute()).toEqual([]);
  });

  it('starts no header and no recipient, whatever is written where', async () => {
    const breaks = ['\r\n', '\n', '\r', '\u2028', '\u0085', '%0d%0a', '=?utf-8?q?=0d=0a?='];
    const names = breaks.map((between) => `Ana${between}Bcc: all@evil.example`);
    const emails = breaks.flatMap((between) => [
      `ana@shop.example${between}Bcc: all@evil.example`,
      `ana${between}Bcc: all@shop.example`,
      `ana@shop.example,all@evil.example${between}`,
      `"Ana${between}Bcc: x" <ana@shop.example>`,
    ]);
    for (const email of emails) {
      expect([email, (await stage.send({ ...HELLO, email })).status]).toEqual([email, 400]);
    }
    expect(await stage.stored()).toEqual([]);
    const accepted: string[] = [];
    for (const name of names) if ((await stage.send({ ...HELLO, name })).status === 200) accepted.push(name);
    // What is left is one line to everybody, or is read as text.
    expect(accepted).toEqual(names.filter((name) => !/[\r\n\u0085]/.test(name)));
    const text =
      'Hello\r\n.\r\nMAIL FROM:<x@evil.example>\r\nRCPT TO:<all@evil.example>\r\nBcc: all@evil.example\r\n\r\n.';
    expect((await stage.send({ ...HELLO, message: text })).status).toBe(200);
    await stage.last();
    expect(stage.received).toHaveLength(accepted.length + 1);
    for (const { to, source } of stage.received) {
      const { headers, replyTo, cc, bcc } = await PostalMime.parse(source);
      expect(to).toEqual([OPERATOR]);
      expect(headers.map(({ key }) => key).sort()).toEqual([
        'content-transfer-encoding',
        'content-type',
        'date',
        'from',
        'message-id',
        'mime-version',
        'reply-to',
        'subject',
        'to',
      ]);
      expect([replyTo, cc, bcc]).toEqual([[{ address: HELLO.email, name: '' }], undefined, undefined]);
    }
  });

  it('brings any text whole to the operator and to no one else', async () => {
    const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(words, words, async (name, message) => {
        const before = stage.received.length;
        const { status, body } = await stage.send({ ...HELLO, name, message });
        expect(status, JSON.stringify(body)).toBeOneOf([200, 400]);
        if (status === 400) {
          expect(fieldsOf(body).length).toBeGreaterThan(0);
          return;
        }
        const { to, mail } = await stage.last();
        expect([stage.received.length - before, to]).toEqual([1, [OPERATOR]]);
        expect(mail.text).toContain(`\n\n${message.trim()}\n\n-- \n`);
      }),
      { numRuns: 25 },
    );
  });
});
