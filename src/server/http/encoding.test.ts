import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNoneMatch, makeNegotiator, negotiateEncoding } from './encoding.ts';

describe('negotiateEncoding', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['x-gzip', 'gzip'],
    ['BR', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0, gzip; q=0', 'identity'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0.5, identity', 'identity'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['gzip;q=0.1, *;q=0', 'gzip'],
    ['identity;q=0', 'identity'],
    ['br;q=nonsense', 'identity'],
    ['deflate', 'identity'],
  ])('of %s is %s', (header, encoding) => {
    expect(negotiateEncoding(header)).toBe(encoding);
  });

  it('never throws, and never picks a rejected encoding while another is acceptable', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(['br', 'gzip', 'identity']).toContain(negotiateEncoding(header));
        expect(negotiateEncoding(`${header},br;q=0`)).not.toBe('br');
      }),
    );
  });

  it('caches results without changing them', () => {
    const negotiate = makeNegotiator();
    for (let i = 0; i < 500; i++) expect(negotiate(`gzip, x-${i}`)).toBe('gzip');
    expect(negotiate('br')).toBe('br');
    expect(negotiate('br')).toBe('br');
  });
});

describe('isNoneMatch', () => {
  it.each([
    [undefined, false],
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['*', true],
    ['"b"', false],
    ['a', false],
  ])('of %s is %s', (header, matches) => {
    expect(isNoneMatch(header, '"a"')).toBe(matches);
  });
});
