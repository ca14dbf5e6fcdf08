import { describe, expect, it } from 'vitest';
import { compileRules } from '#shared/embed/compile-rules.ts';
import { DEFAULT_BEHAVIOR } from '#shared/embed/defaults.ts';
import type { Rules } from '#shared/embed/rule-types.ts';
import { mobileOnly, notice, sightOf } from '#tests/support/sight.ts';
import { explain } from './explain.ts';
import type { Sight } from './sight.ts';

const failed = (sight: Sight) => explain(sight).checks.filter(({ isOk }) => !isOk);
const codes = (sight: Sight) => failed(sight).map(({ code }) => code);
const verdicts = (sight: Sight) => explain(sight).notices.map(({ id, state, verdict }) => `${id} ${state} ${verdict}`);

describe('the page', () => {
  it('has no obstacle where all is well, and says how many may be shown', () => {
    const sight = sightOf({ notices: [notice('a'), notice('b', { status: 'inactive' })], site: { domains: [] } });
    expect(codes(sight)).toEqual([]);
    expect(explain(sight).summary).toBe('1 of 2 notices may be shown now');
  });

  it('is foreign when its host is none of the site’s domains; subdomains are none of those', () => {
    const at = (host: string, domains: string[]) => codes({ ...sightOf({ site: { domains } }), host });
    expect(at('other.example', ['shop.example'])).toEqual(['domain']);
    expect(at('notshop.example', ['shop.example'])).toEqual(['domain']);
    expect(at('', ['shop.example'])).toEqual(['domain']);
    expect(at('www.shop.example', ['shop.example'])).toEqual([]);
    expect(at('', [])).toEqual([]);
  });

  it('names host and allowed domains where it is foreign, and does not blame the missing data', () => {
    const sight = { ...sightOf({ site: { domains: ['shop.example', 'b.example'] } }), payload: null, situation: null };
    const [check, ...rest] = failed({ ...sight, host: 'other.example' });
    expect(`${check?.text} ${check?.hint}`).toMatch(/other\.example.*shop\.example, b\.example/);
    expect(rest).toEqual([]);
  });

  it('waits for consent, loads, or has no data, and says which and why', () => {
    const bare = { ...sightOf(), situation: null };
    expect(codes({ ...bare, isHeld: true, payload: undefined })).toEqual(['consent']);
    expect(codes({ ...bare, payload: undefined })).toEqual(['loading']);
    const reason = (status?: Sight['status']) =>
      failed({ ...bare, payload: null, ...(status !== undefined && { status }) })[0]?.hint;
    expect(reason('refused')).toContain('connect-src');
    expect(reason('none')).toContain('down');
    expect(reason(404)).toContain('404');
    expect(reason(200)).toContain('reload');
  });

  it('tells a widget that is off, one without notices, and a page with earlier settings', () => {
    expect(codes(sightOf({ isActive: false, loaded: [] }))).toEqual(['active']);
    expect(codes(sightOf({ notices: [] }))).toEqual(['empty']);
    const sight = sightOf();
    const stale = {
      ...sight,
      situation: { ...sight.situation, rules: compileRules(mobileOnly) } as Sight['situation'],
    };
    expect(codes(stale)).toEqual(['stale', 'rules']);
    // In words that the owner did not choose, since what was stored then is no longer known.
    expect(failed(stale)[1]?.lines).toEqual([{ holds: false, text: 'device is mobile', found: 'desktop' }]);
  });

  it('tells device, both caps and the rules at once, the widget naming only the first', () => {
    const sight = sightOf({ rules: mobileOnly, queue: { perPage: 1, perVisit: 2 } });
    const behavior = {
      ...(sight.situation as NonNullable<Sight['situation']>).behavior,
      visibility: { ...DEFAULT_BEHAVIOR.visibility, showOnDesktop: false },
    };
    const situation = { ...sight.situation, behavior, shownHere: ['x'], count: 2 } as Sight['situation'];
    expect(codes({ ...sight, situation })).toEqual(['stale', 'device', 'page-cap', 'visit-cap', 'rules']);
    expect(verdicts({ ...sight, situation })).toEqual(['a held Held back']);
  });

  it('shows each condition of the widget’s rules with what it was held against, groups too', () => {
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
    expect(failed(sightOf({ rules }))[0]?.lines).toEqual([
      { holds: false, text: 'time on page is at least 30 s', found: '12 s' },
      {
        holds: false,
        text: 'one of these must be so',
        lines: [
          { holds: false, text: 'device is mobile', found: 'desktop' },
          { holds: false, text: 'the mouse left the page by its upper edge', found: 'not yet' },
        ],
      },
    ]);
  });

  it('without a link tells the rules as visitors’ browsers have them', () => {
    const rules: Rules = { match: 'any', conditions: [{ type: 'page', operator: 'starts-with', value: ['/sofas'] }] };
    const sight = sightOf({ rules, notices: [notice('a', { rules: mobileOnly })] });
    const text = ({ inspection }: Pick<Sight, 'inspection'>) => {
      const { checks, notices } = explain({ ...sight, inspection });
      const all = [...checks, ...notices.flatMap(({ reasons }) => reasons)];
      return all.flatMap(({ lines = [] }) => lines.map((line) => `${line.holds} ${line.text}, ${line.found}`));
    };
    expect(text(sight)).toEqual(['false page starts with “/sofas”, /desks', 'false device is mobile, desktop']);
    expect(text({ inspection: null })).toEqual([
      'false page is like “/sofas*”, /desks',
      'false device is mobile, desktop',
    ]);
  });

  it('tells what it can when the backend could not be asked', () => {
    const sight = { ...sightOf(), inspection: null, isAway: true };
    expect(codes(sight)).toEqual(['away']);
    expect(verdicts(sight)).toEqual(['a held Held back']);
  });
});
