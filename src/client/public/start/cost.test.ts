// What the home page's cost check says of the browser's performance entries.
import { describe, expect, it } from 'vitest';
import { WIDGET_BUDGET } from '#shared/embed/protocol.ts';
import { type Cost, costOf, costState, fileLine, requestLine, scriptLine, type Timing, timeLine } from './cost.ts';

const ORIGIN = 'https://proofbell.example';
const timing = (path: string, startTime: number, transferSize?: number, encodedBodySize?: number): Timing => ({
  name: ORIGIN + path,
  startTime,
  ...(transferSize !== undefined && { transferSize }),
  ...(encodedBodySize !== undefined && { encodedBodySize }),
});
const SCRIPT = timing('/widget.js', 900, 6_189, 5_889);
const PAYLOAD = timing('/api/embed/example?v=2&l=', 950, 1_982, 1_682);
const costWith = (...timings: Timing[]) => costOf(timings, 800, ORIGIN);

describe('costOf', () => {
  it('finds both files among everything else that the page has loaded', () => {
    const others = [timing('/assets/widget.js', 810, 9, 9), timing('/api/embed/example/events', 990, 9, 9)];
    const foreign = { ...SCRIPT, name: 'https://other.example/widget.js' };
    expect(costWith(...others, SCRIPT, foreign, PAYLOAD)).toEqual({
      script: { body: 5_889, network: 6_189, isCached: false },
      payload: { body: 1_682, network: 1_982, isCached: false },
    });
  });

  it('leaves out what an earlier example of the same page loaded', () => {
    expect(costOf([SCRIPT, timing('/widget.js', 5_000, 0, 5_889)], 4_000, ORIGIN)).toEqual({
      script: { body: 5_889, network: 0, isCached: true },
      payload: null,
    });
  });

  it('knows nothing of what was blocked, or where the browser keeps sizes to itself', () => {
    expect(costWith(timing('/widget.js', 900, 0, 0), timing('/api/embed/example', 950))).toEqual({
      script: null,
      payload: null,
    });
  });
});

describe('the lines', () => {
  const sent = costWith(SCRIPT, PAYLOAD);
  const cached = costWith(timing('/widget.js', 900, 0, 5_889), PAYLOAD);

  it('say bytes as sent and the share of what is allowed', () => {
    expect(fileLine(sent.script, 'of 7,750 allowed', 7_750)).toEqual({
      figure: '5,889 bytes',
      note: 'of 7,750 allowed',
      share: 5_889 / 7_750,
    });
    expect(fileLine(sent.payload, 'four examples').share).toBe(0);
    expect(requestLine(sent, 'of 2 allowed', 2)).toEqual({ figure: '2', note: 'of 2 allowed', share: 1 });
    expect(timeLine(2.34, 'of 10 ms allowed', 10)).toEqual({
      figure: '2.3 ms',
      note: 'of 10 ms allowed',
      share: 2.34 / 10,
    });
  });

  it('say what came from the cache, and count it neither as bytes nor as a request', () => {
    expect(fileLine(cached.script, 'of 7,750 allowed', 7_750)).toEqual({
      figure: '0 bytes',
      note: "from your browser's cache",
      share: 0,
    });
    expect(requestLine(cached, '', 2).figure).toBe('1');
  });

  it('say how the script was sent where that was not with brotli, which the budget is about', () => {
    const sizes = { raw: 13_139, gzip: 6_658, brotli: 5_889 };
    const sentAs = (body: number, known?: typeof sizes) =>
      scriptLine({ body, network: body + 300, isCached: false }, known, 'of 7,750 allowed', 7_750);
    expect(sentAs(5_889, sizes)).toEqual({ figure: '5,889 bytes', note: 'of 7,750 allowed', share: 5_889 / 7_750 });
    expect(sentAs(6_658, sizes)).toEqual({
      figure: '6,658 bytes',
      note: 'sent with gzip; 7,750 allowed for both with brotli',
      share: 0,
    });
    expect(sentAs(13_139, sizes).note).toBe('sent uncompressed; 7,750 allowed for both with brotli');
    expect(sentAs(6_701, sizes).note).toBe('recompressed on the way; 7,750 allowed for both with brotli');
    expect(sentAs(6_658).note).toBe('of 7,750 allowed');
    const kept = { body: 6_658, network: 0, isCached: true };
    expect(scriptLine(kept, sizes, '', 7_750)).toEqual(fileLine(kept, ''));
    expect(scriptLine(null, sizes, 'of 7,750 allowed', 7_750)).toEqual(fileLine(null, 'of 7,750 allowed'));
  });

  it('wait with a dash', () => {
    const nothing: Cost = { script: null, payload: null };
    expect(fileLine(null, 'note')).toEqual({ figure: '–', note: 'note', share: 0 });
    expect([requestLine(nothing, '', 2).figure, timeLine(undefined, '', 10).figure]).toEqual(['–', '–']);
  });
});

describe('costState', () => {
  const sent = costWith(SCRIPT, PAYLOAD);
  it.each([
    ['waiting', sent, 'loading', undefined],
    ['measured', sent, 'shown', 2],
    ['measured', sent, 'shown', WIDGET_BUDGET.time],
    ['slow', sent, 'shown', WIDGET_BUDGET.time + 0.1],
    ['cached', costWith(SCRIPT, timing('/api/embed/example', 950, 0, 1_682)), 'shown', 2],
    ['blocked', costWith(), 'blocked', undefined],
    ['unsupported', costWith(), 'shown', 2],
  ] as const)('is %s', (state, cost, example, time) => {
    expect(costState(cost, example, time)).toBe(state);
  });
});
