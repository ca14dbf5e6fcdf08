import { describe, expect, it } from 'vitest';
import { compileRules } from '#shared/embed/compile-rules.ts';
import { DEFAULT_BEHAVIOR } from '#shared/embed/defaults.ts';
import type { Rules } from '#shared/embed/rule-types.ts';
import { mobileOnly, notification, snapshotOf } from '#tests/support/snapshot.ts';
import { explain } from './explain.ts';
import type { Snapshot } from './snapshot.ts';

const failed = (snapshot: Snapshot) => explain(snapshot).checks.filter(({ isOk }) => !isOk);
const codes = (snapshot: Snapshot) => failed(snapshot).map(({ code }) => code);
const verdicts = (snapshot: Snapshot) =>
  explain(snapshot).notifications.map(({ id, state, verdict }) => `${id} ${state} ${verdict}`);

describe('the page', () => {
  it('has no obstacle if all is well, and says how many can be shown', () => {
    const snapshot = snapshotOf({
      notifications: [notification('a'), notification('b', { status: 'inactive' })],
      site: { domains: [] },
    });
    expect(codes(snapshot)).toEqual([]);
    expect(explain(snapshot).summary).toBe('1 of 2 notifications can be shown now');
  });

  it("is foreign if its host isn't one of the site's domains or their subdomains", () => {
    const at = (host: string, domains: string[]) => codes({ ...snapshotOf({ site: { domains } }), host });
    expect(at('other.example', ['shop.example'])).toEqual(['domain']);
    expect(at('notshop.example', ['shop.example'])).toEqual(['domain']);
    expect(at('', ['shop.example'])).toEqual(['domain']);
    expect(at('www.shop.example', ['shop.example'])).toEqual([]);
    expect(at('', [])).toEqual([]);
  });

  it("names host and allowed domains if it is foreign, and doesn't blame the missing data", () => {
    const snapshot = {
      ...snapshotOf({ site: { domains: ['shop.example', 'b.example'] } }),
      payload: null,
      situation: null,
    };
    const [check, ...rest] = failed({ ...snapshot, host: 'other.example' });
    expect(`${check?.text} ${check?.hint}`).toMatch(/other\.example.*shop\.example, b\.example/);
    expect(rest).toEqual([]);
  });

  it('distinguishes waiting for consent, loading, and having no data, with the reason', () => {
    const bare = { ...snapshotOf(), situation: null };
    expect(codes({ ...bare, isHeld: true, payload: undefined })).toEqual(['consent']);
    expect(codes({ ...bare, payload: undefined })).toEqual(['loading']);
    expect(codes(bare)).toEqual(['conditions']);
    expect(verdicts(bare)).toEqual(['a held On hold']);
    const reason = (status?: Snapshot['status']) =>
      failed({ ...bare, payload: null, ...(status !== undefined && { status }) })[0]?.hint;
    expect(reason('refused')).toContain('connect-src');
    expect(reason('none')).toContain('down');
    expect(reason(404)).toContain('404');
    expect(reason(200)).toContain('Reload');
  });

  it('reports a widget that is off or has no notifications, and a page with older settings', () => {
    expect(codes(snapshotOf({ isActive: false, loaded: [] }))).toEqual(['active']);
    expect(codes(snapshotOf({ notifications: [] }))).toEqual(['empty']);
    const snapshot = snapshotOf();
    const stale = {
      ...snapshot,
      situation: { ...snapshot.situation, rules: compileRules(mobileOnly) } as Snapshot['situation'],
    };
    expect(codes(stale)).toEqual(['stale', 'rules']);
    // Not in the owner's words, because the rules stored at that time are unknown.
    expect(failed(stale)[1]?.lines).toEqual([{ holds: false, text: 'the device is mobile', found: 'desktop' }]);
  });

  it('reports device, both caps and the rules together, where the widget names only the first', () => {
    const snapshot = snapshotOf({ rules: mobileOnly, queue: { perPage: 1, perVisit: 2 } });
    const behavior = {
      ...(snapshot.situation as NonNullable<Snapshot['situation']>).behavior,
      visibility: { ...DEFAULT_BEHAVIOR.visibility, showOnDesktop: false },
    };
    const situation = { ...snapshot.situation, behavior, shownHere: ['x'], count: 2 } as Snapshot['situation'];
    expect(codes({ ...snapshot, situation })).toEqual(['stale', 'device', 'page-cap', 'visit-cap', 'rules']);
    expect(verdicts({ ...snapshot, situation })).toEqual(['a held On hold']);
  });

  it("shows what each condition of the widget's rules was compared with, including groups", () => {
    const rules: Rules = {
      match: 'all',
      conditions: [
        { type: 'time', operator: 'at-least', value: 30 },
        {
          type: 'group',
          match: 'any',
          conditions: [...mobileOnly.conditions, { type: 'exit', operator: 'happened' }] as never,
        },
      ],
    };
    expect(failed(snapshotOf({ rules }))[0]?.lines).toEqual([
      { holds: false, text: 'the time on the page is at least 30 s', found: '12 s' },
      {
        holds: false,
        text: 'At least one of these must be true',
        lines: [
          { holds: false, text: 'the device is mobile', found: 'desktop' },
          { holds: false, text: 'the mouse left through the top of the page', found: 'not yet' },
        ],
      },
    ]);
  });

  it('describes compiled rules without a link', () => {
    const rules: Rules = { match: 'any', conditions: [{ type: 'page', operator: 'starts-with', value: ['/sofas'] }] };
    const snapshot = snapshotOf({ rules, notifications: [notification('a', { rules: mobileOnly })] });
    const text = ({ inspection }: Pick<Snapshot, 'inspection'>) => {
      const { checks, notifications } = explain({ ...snapshot, inspection });
      const all = [...checks, ...notifications.flatMap(({ reasons }) => reasons)];
      return all.flatMap(({ lines = [] }) => lines.map((line) => `${line.holds} ${line.text}, ${line.found}`));
    };
    expect(text(snapshot)).toEqual([
      'false the page starts with “/sofas”, /desks',
      'false the device is mobile, desktop',
    ]);
    expect(text({ inspection: null })).toEqual([
      'false the page is like “/sofas*”, /desks',
      'false the device is mobile, desktop',
    ]);
  });

  it('tells whether the page shows draft settings, until when, or why it does not', () => {
    const draft = (snapshot: Snapshot) => explain(snapshot).draft;
    expect(draft(snapshotOf())).toBe('');
    const snapshot = snapshotOf({ isDraft: true });
    expect(draft(snapshot)).toMatch(/^Draft settings\. Whoever has this link sees them until \d\d:\d\d\.$/);
    const end = Date.parse(snapshot.inspection?.expiresAt ?? '');
    expect(draft({ ...snapshot, now: end - 1 })).toBe(draft(snapshot));
    expect(draft({ ...snapshot, now: end })).toContain('The link has expired. Reload');
    expect(codes(snapshot)).toEqual([]);
    // A pinned widget from before draft settings, or one whose request for them failed.
    const saved = snapshotOf({ isDraft: true, isDraftLoaded: false });
    expect(draft(saved)).toBe("This page isn't using the draft settings. You see the saved ones.");
    expect(codes(saved)).toEqual(['stale']);
    expect(failed(saved)[0]?.hint).toMatch(/^Reload .* If that doesn't help, its tag pins an older version/);
    expect(explain(saved).summary).toBe('1 of 1 notification can be shown now');
    // A page that leads to another domain, where the draft doesn't open.
    const elsewhere = { ...snapshotOf({ isDraft: true, site: { domains: ['x.example'] } }), payload: null };
    expect(draft(elsewhere)).toBe("This page isn't using the draft settings.");
    expect(draft({ ...snapshot, payload: undefined, situation: null })).toBe('');
  });

  it("tells that the page shows draft settings, although the rest couldn't be fetched", () => {
    const snapshot = { ...snapshotOf({ isDraft: true }), inspection: null, isAway: true };
    expect(explain(snapshot).draft).toBe('Draft settings. Whoever has this link sees them until it expires.');
    expect(codes(snapshot)).toEqual(['away']);
    expect(explain(snapshot).summary).toBe('1 of 1 notification can be shown now');
  });

  it("explains what it can if the backend can't be reached", () => {
    const snapshot = { ...snapshotOf(), inspection: null, isAway: true };
    expect(codes(snapshot)).toEqual(['away']);
    expect(verdicts(snapshot)).toEqual(['a open Next in line']);
    const bare = { ...snapshot, payload: null, situation: null };
    expect(codes(bare)).toEqual(['away', 'data']);
    expect(explain(bare).summary).toBe("Nothing is shown: the notifications couldn't be loaded");
  });
});
