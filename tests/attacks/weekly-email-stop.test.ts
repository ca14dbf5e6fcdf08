// Attack: stop the server in the middle of Monday's weekly emails, once while they are queued and once while they are
// sent. The stop waits for one of them and no more; after the restart every owner gets one, and nobody a second.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MINUTE } from '#shared/time.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { startSmtp } from '#tests/support/smtp.ts';
import { eachTest } from '#tests/support/stages.ts';
import { setNow } from '#tests/support/stats.ts';
import { MONDAY, makeWeeklyShop } from '#tests/support/weekly-email.ts';

const OWNERS = Array.from({ length: 6 }, (_, n) => `owner${n}@shop.example`);
const until = async (isTrue: () => boolean | Promise<boolean>) => {
  while (!(await isTrue())) await new Promise((resolve) => setImmediate(resolve));
};

onBothDatabases('a stop in the middle of the weekly emails', { postgres: 'long' }, (database) => {
  /** Called as the mail server learns whom an email is for. */
  let onRecipient = () => {};
  beforeEach(() => {
    // The rounds are begun by the test.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  const smtp = eachTest(() =>
    startSmtp({
      onRcptTo(_address, _session, done) {
        onRecipient();
        done();
      },
    }),
  );
  afterEach(() => vi.useRealTimers());

  const start = (): TestApp => {
    const app = makeTestApp(database(), { SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
    setNow(app, `${MONDAY}T08:00:00Z`);
    return app;
  };
  const weeks = async () => (await database().db.selectFrom('weekly_email_weeks').selectAll().execute()).length;

  it('sends none twice and loses none', async () => {
    const first = start();
    setNow(first, '2026-03-10T12:00:00Z');
    for (const email of OWNERS) await makeWeeklyShop(first, { email });
    setNow(first, `${MONDAY}T08:00:00Z`);

    // While the second is queued. Meanwhile three more rounds would have been due.
    const { mailer } = first.running;
    const { enqueue } = mailer;
    let stopped: Promise<void> | undefined;
    let calls = 0;
    mailer.enqueue = async (db, mail) => {
      calls++;
      if (calls === 2) {
        vi.advanceTimersByTime(3 * MINUTE);
        stopped = first.stop();
      }
      return enqueue(db, mail);
    };
    vi.advanceTimersByTime(MINUTE);
    await until(() => stopped !== undefined);
    await stopped;
    expect([calls, await weeks()]).toEqual([2, 2]);

    // While the third is sent.
    const second = start();
    let begun = 0;
    let ended: Promise<void> | undefined;
    onRecipient = () => {
      if (++begun === 3) ended = second.stop();
    };
    vi.advanceTimersByTime(MINUTE);
    await until(() => ended !== undefined);
    await ended;
    expect([await weeks(), smtp.received.length]).toEqual([OWNERS.length, 2]);

    onRecipient = () => {};
    const third = start();
    vi.advanceTimersByTime(MINUTE);
    await third.running.mailer.flush();
    await third.stop();
    expect(smtp.received.flatMap(({ to }) => to).sort()).toEqual(OWNERS);
    expect(await database().db.selectFrom('mails').selectAll().execute()).toEqual([]);
  });
});
