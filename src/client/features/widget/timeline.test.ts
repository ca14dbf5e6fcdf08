import { describe, expect, it } from 'vitest';
import { DEFAULT_BEHAVIOR } from '#shared/embed/defaults.ts';
import type { Behavior } from '#shared/embed/payload.ts';
import { timelineOf } from './timeline.ts';

const timing = (changes: Partial<Behavior['timing']>, queue: Partial<Behavior['queue']> = {}): Behavior => ({
  ...DEFAULT_BEHAVIOR,
  timing: { ...DEFAULT_BEHAVIOR.timing, ...changes },
  queue: { ...DEFAULT_BEHAVIOR.queue, ...queue },
});
const drawn = (behavior: Behavior) => timelineOf(behavior, 60).map(({ kind, from, to }) => `${kind} ${from}-${to}`);

describe('the first minute', () => {
  it('is a wait, then notifications and pauses in turn', () => {
    expect(drawn(timing({}))).toEqual([
      'wait 0-5',
      'shown 5-13',
      'pause 13-21',
      'shown 21-29',
      'pause 29-37',
      'shown 37-45',
      'pause 45-53',
      'shown 53-61',
    ]);
  });

  it('has no wait and no pause where none is set', () => {
    expect(drawn(timing({ initialDelay: 0, timeBetween: 0, displayDuration: 30 }))).toEqual([
      'shown 0-30',
      'shown 30-60',
    ]);
  });

  it('may be all wait, all one notification, or mostly pause', () => {
    expect(drawn(timing({ initialDelay: 600 }))).toEqual(['wait 0-600']);
    expect(drawn(timing({ initialDelay: 0, displayDuration: 120 }))).toEqual(['shown 0-120']);
    expect(drawn(timing({ timeBetween: 3_600 }))).toEqual(['wait 0-5', 'shown 5-13', 'pause 13-3613']);
  });

  it('ends after as many as the limits allow', () => {
    expect(drawn(timing({}, { perPage: 2 }))).toEqual(['wait 0-5', 'shown 5-13', 'pause 13-21', 'shown 21-29']);
    expect(drawn(timing({}, { perVisit: 1, perPage: 9 }))).toEqual(['wait 0-5', 'shown 5-13']);
    expect(drawn(timing({ displayDuration: 120 }, { perPage: 1 }))).toEqual(['wait 0-5', 'shown 5-125']);
  });
});
