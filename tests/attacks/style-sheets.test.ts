// Attack: bring an address into visitors' browsers by the owner's style sheet, in any spelling, through any way in, or by
// a sheet that an earlier version stored; or break the parser, or whatever stands beside the sheet.
import { expect, it } from 'vitest';
import { readStyleSheet } from '#server/adapters/style-sheets.ts';
import { toJson } from '#server/db/codecs.ts';
import type { Notification } from '#shared/contract/notification.ts';
import type { Widget } from '#shared/contract/widget.ts';
import { describeShop } from '#tests/support/apps.ts';
import { CANARY, HONEST_SHEETS, hostileSheets } from '#tests/support/hostile-css.ts';
import { runs } from '#tests/support/runs.ts';

/** A few of each kind; the rest go through the same function below. */
const SAMPLES = [
  `.notice{background:url(${CANARY})}`,
  `.notice{background:\\75\r\nrl(${CANARY})}`,
  `.notice{background:\\69\r\nmage-set("${CANARY}" 1x)}`,
  `.notice{--x:\\75\r\nrl(${CANARY})}`,
  `@\\69\r\nmport "${CANARY}";`,
];

describeShop('a hostile style sheet', { postgres: 'long' }, ({ app, owner, shop, database }) => {
  const payload = async () => (await app.fetch(`/api/embed/${shop.site.id}`)).text();
  const settingsPath = () => `/api/widgets/${shop.widget.id}/settings`;
  const notificationPath = () => `/api/widgets/${shop.widget.id}/notifications/${shop.notification.id}`;

  it('is refused, naming the field, for the widget and for a notification of its own', async () => {
    for (const customCSS of SAMPLES) {
      const saved = await owner.put(settingsPath(), { settings: { appearance: { customCSS } } });
      expect([saved.status, saved.body.errors?.[0]?.field]).toEqual([400, 'settings.appearance.customCSS']);
      expect(saved.body.errors?.[0]?.message).toMatch(/line \d+, column \d+/);
      const own = await owner.put(notificationPath(), { appearance: { customCSS } });
      expect([own.status, own.body.errors?.[0]?.field]).toEqual([400, 'appearance.customCSS']);
    }
  });

  it('that an earlier version stored reaches nobody, and its owner is told', async () => {
    for (const customCSS of SAMPLES) {
      const { db } = database();
      const appearance = { customCSS, typography: { fontSize: '21px' } };
      await db
        .updateTable('widgets')
        .set({ settings: toJson({ appearance }) as never, revision: 77 })
        .execute();
      await db
        .updateTable('notifications')
        .set({ appearance: toJson(appearance) as never })
        .execute();
      await app.deps.embed.cache.poll();
      const sent = await payload();
      expect(sent).not.toContain('canary');
      // What else the owner chose is still there.
      expect(sent).toContain('21px');
      const { widget } = (await owner.get<{ widget: Widget }>(`/api/widgets/site/${shop.site.id}`)).body;
      expect(widget.styleSheet).toEqual({ css: '', issue: expect.stringMatching(/line \d+, column \d+/) });
      expect(widget.settings.appearance.customCSS).toBe(customCSS);
    }
  });

  it('is sent as it was checked, while its owner sees what he wrote', async () => {
    const customCSS = '/* mine */\r\n.t\\69tle { color : red ';
    const saved = await owner.put<{ widget: Widget }>(settingsPath(), { settings: { appearance: { customCSS } } });
    expect(saved.body.widget.settings.appearance.customCSS).toBe(customCSS);
    expect(saved.body.widget.styleSheet).toEqual({ css: '.title{color:red}', issue: null });
    await owner.put<{ notification: Notification }>(notificationPath(), { appearance: { customCSS } });
    const sent = JSON.parse(await payload());
    expect(sent.widget.style).toMatch(/\.title\{color:red\}$/);
    expect(sent.widget.appearance.customCSS).toBe('.title{color:red}');
    expect(sent.notifications[0].style).toMatch(/\.title\{color:red\}$/);
  });
});

it('loses every address but those in strings, in whatever spelling', () => {
  // In the short form each fifth: a fifth of all spellings of each name.
  for (const css of hostileSheets().filter((_, at) => at % runs(5, 1) === 0)) {
    const { css: sent, issue } = readStyleSheet(css);
    expect([css, typeof issue]).toEqual([css, sent ? 'object' : 'string']);
    expect([css, sent.replace(/"(?:[^"\\]|\\.)*"/g, '""')]).toEqual([css, expect.not.stringMatching(/canary|\burl/)]);
    expect([css, /(?:src|image|set|url)\(/i.test(sent.replace(/"[^"]*"/g, ''))]).toEqual([css, false]);
  }
});

it('comes out closed, so that it ends where it ends, and is read the same again', () => {
  const open = ['.a{b:c', '.a{b:"x', ".a{b:'x\\", '.a{b:rgb(1', '.a{b:c/*', '@media print{.a{b:c', '.a{b:"x\\\r\n'];
  for (const css of [...open, ...HONEST_SHEETS]) {
    const { css: sent, issue } = readStyleSheet(css);
    expect([css, issue]).toEqual([css, null]);
    const beside = readStyleSheet(`${sent}.after{color:red}`);
    expect([css, beside]).toEqual([css, { css: `${sent}.after{color:red}`, issue: null }]);
  }
});

it.each(['.\\-->{a:b}', '.a{b:<!\\--}', '.a{b:c\\-->d}', '<!\\--{a:b}', '.a{--b:<!\\-- c}'])(
  'is refused if a name without its escape would become something else with what stands beside it: %s',
  (css) => {
    expect(readStyleSheet(css)).toEqual({ css: '', issue: expect.any(String) });
  },
);

it.each(['', '@media all', '@supports (a:b)', '@layer', '@starting-style', '@media all{@layer x', '@keyframes k'])(
  'is refused if an & stands for the element around the notification: in %s',
  (around) => {
    for (const selector of ['&', '& .a', ':is(&)', '.a,&:hover']) {
      const css = around ? `${around}{${selector}{b:c}` : `${selector}{b:c}`;
      expect([css, readStyleSheet(css)]).toEqual([
        css,
        { css: '', issue: expect.stringMatching(/^(?:& outside a rule|Cannot be read)/) },
      ]);
    }
  },
);

it.each([
  ['.a { color: red }\r\n\r\n.b { --c: url(x) }', 'url() is not allowed (line 3, column 11)'],
  ['.a { .b { background: src("x") } }', 'src() is not allowed (line 1, column 23)'],
  ['.a{b:c}\n::slotted(b){d:e}', '::slotted() is not allowed (line 2, column 1)'],
  ['.a::part(b){d:e}', '::part() is not allowed (line 1, column 3)'],
  ['.a:state(b){d:e}', ':state() is not allowed (line 1, column 3)'],
  [':host{d:e}', ':host is not allowed (line 1, column 1)'],
  [':host(.x) a{d:e}', ':host is not allowed (line 1, column 1)'],
  [':host-context(body){d:e}', ':host-context is not allowed (line 1, column 1)'],
  [':\\68ost{d:e}', ':host is not allowed (line 1, column 1)'],
  ['@import "x";', '@import is not allowed (line 1, column 1)'],
])('%s is refused, saying what and where', (css, issue) => {
  expect(readStyleSheet(css).issue).toBe(issue);
});

it.each(['(', '[', '{', 'c(', ':not(', '@media x{', '&{', 'a{', '.a{b:(', '"', "'", '\\', '/*', '!', '<!--', 'url('])(
  'of 4 KiB of %s is refused or read, and never an error of the server',
  (piece) => {
    for (const before of ['', '.a{b:', '.a{--b:', '@supports ', '.a:is(']) {
      const css = (before + piece.repeat(4_096)).slice(0, 4_096);
      expect(['string', 'object']).toContain(typeof readStyleSheet(css).issue);
    }
  },
);
