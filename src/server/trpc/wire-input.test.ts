// Inputs on the wire: what superjson writes and our schemas take comes out as superjson reads it; everything else is refused.
import superjson from 'superjson';
import { describe, expect, it } from 'vitest';
import { readWireInput } from './wire-input.ts';

const sent = (input: unknown): unknown => JSON.parse(JSON.stringify(superjson.serialize(input)));

describe('an input', () => {
  const shared = { a: 1 };
  it.each([
    undefined,
    null,
    'text',
    { a: undefined, b: { c: [1, undefined, { d: undefined }] } },
    { 'a.b': { 'c\\d': undefined }, 0: [undefined] },
    { at: new Date(0), numbers: [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0] },
    { one: shared, two: [shared, shared] },
  ])('is read as superjson reads it: %j', (input) => {
    expect(readWireInput(sent(input))).toEqual(superjson.deserialize(sent(input) as never));
    expect(readWireInput(sent(input))).toStrictEqual(input);
  });

  it('without types is what was sent', () => {
    expect(readWireInput({ json: { a: 1 } })).toEqual({ a: 1 });
    expect(readWireInput({})).toBeUndefined();
  });

  it.each([1n, /a/, new URL('https://shop.example'), new Map([[1, 2]]), new Set([1]), new Error('x')])(
    'of a type that none of ours has is refused: %s',
    (value) => {
      expect(() => readWireInput(sent({ value }))).toThrow("Can't be read");
      expect(() => readWireInput(sent(value))).toThrow("Can't be read");
    },
  );

  it('that is inside of itself is refused by name', () => {
    const ring: Record<string, unknown> = {};
    ring.ring = ring;
    expect(() => readWireInput(sent({ a: { ring } }))).toThrow(
      expect.objectContaining({ fields: [expect.objectContaining({ field: 'a' })] }),
    );
    expect(() => readWireInput(sent(ring))).toThrow("Can't be read");
  });

  it('costs nothing by what it says about which values are one', () => {
    const nested = JSON.parse(`${'['.repeat(3_000)}"${'x'.repeat(230_000)}"${',0]'.repeat(3_000)}`);
    const poison = { toString: 1 };
    for (const others of [nested, poison, [poison], Array(60_000).fill('a'), ['b.c', 'constructors.a']])
      expect(readWireInput({ json: { a: 1 }, meta: { referentialEqualities: { a: others } } })).toEqual({ a: 1 });
  });

  const of = (values: unknown, json: unknown = { a: { b: 'x' } }) => ({ json, meta: { v: 1, values } });
  it.each([
    null,
    'text',
    of('text'),
    of(5),
    of([]),
    of([['Date']]),
    of({ a: 'Date' }),
    of({ a: [['custom', 'x']] }),
    of({ a: ['set', { b: ['Date'] }] }),
    of({ 'a.c': ['undefined'] }),
    of({ 'a.b.length': ['undefined'] }),
    of({ '': ['undefined'] }),
    of({ a: ['toString'] }),
    of({ 'a.length': ['undefined'] }, { a: [1, 2] }),
    of({ 'a.length': ['number'] }, { a: [1, 2] }),
    of({ a: [{ toString: 1 }] }),
    of({ a: ['undefined'] }, 5),
    of({ '__proto__.x': ['undefined'] }),
    of({ 'a.__proto__': ['undefined'] }),
    of({ 'constructor.prototype': ['undefined'] }),
    of({ 'a.b': ['Date'] }, { a: { b: 'x'.repeat(100) } }),
    of({ [`a${'.a'.repeat(200)}`]: ['undefined'] }),
    of(Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`a${at}`, ['undefined']]))),
  ])('that nothing of ours would send is refused: %j', (wire) => {
    expect(() => readWireInput(wire)).toThrow("Can't be read");
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });
});
