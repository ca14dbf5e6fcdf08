import { describe, expect, it } from 'vitest';
import type { Rules } from '#shared/embed/rule-types.ts';
import { FACTS, notification, snapshotOf } from '#tests/support/snapshot.ts';
import { makeChangeLog } from './change-log.ts';
import { explain } from './explain.ts';

describe('the change log', () => {
  it('contains everything at first, then only what changed, ignoring ticking numbers', () => {
    const newsOf = makeChangeLog();
    const rules: Rules = { match: 'all', conditions: [{ type: 'time', operator: 'at-least', value: 30 }] };
    const at = (time: number) =>
      explain(
        snapshotOf({
          notifications: [notification('a', { rules }), notification('b')],
          situation: { facts: { ...FACTS, time } },
        }),
      );
    const first = newsOf(at(12)).join('\n');
    expect(first).toContain("“Message a”: rules not met\n  ✗ Its rules aren't met");
    expect(first).toContain('✗ the time on the page is at least 30 s (now: 12 s)');
    expect(first).toContain('“Message b”: next in line');
    expect(newsOf(at(13))).toEqual([]);
    expect(newsOf(at(30))).toEqual([expect.stringMatching(/“Message a”: .*\n {2}✓ Its rules are met/)]);
  });
});
