import { describe, expect, it } from 'vitest';
import type { Rules } from '#shared/embed/rule-types.ts';
import { FACTS, notice, sightOf } from '#tests/support/sight.ts';
import { makeDiary } from './diary.ts';
import { explain } from './explain.ts';

describe('the diary', () => {
  it('tells everything at first, then only what changed, and nothing of words that merely count on', () => {
    const newsOf = makeDiary();
    const rules: Rules = { match: 'all', conditions: [{ type: 'time', operator: 'at-least', value: 30 }] };
    const at = (time: number) =>
      explain(sightOf({ notices: [notice('a', { rules }), notice('b')], situation: { facts: { ...FACTS, time } } }));
    const first = newsOf(at(12)).join('\n');
    expect(first).toContain('“Message a”: rules\n  ✗ Its own rules do not hold');
    expect(first).toContain('✗ time on page is at least 30 s (now: 12 s)');
    expect(first).toContain('“Message b”: next in line');
    expect(newsOf(at(13))).toEqual([]);
    expect(newsOf(at(30))).toEqual([expect.stringMatching(/“Message a”: .*\n {2}✓ Its own rules hold/)]);
  });
});
