import { describe, expect, it } from 'vitest';
import { isPointer, keysOf, toPointer, valueAt } from './json-pointer.ts';

describe('a JSON Pointer', () => {
  /** https://www.rfc-editor.org/rfc/rfc6901#section-5 */
  const DOCUMENT = { foo: ['bar', 'baz'], '': 0, 'a/b': 1, 'c%d': 2, 'e^f': 3, 'g|h': 4, 'i\\j': 5, 'k"l': 6 };
  const FULL = { ...DOCUMENT, ' ': 7, 'm~n': 8 };

  it.each([
    ['', FULL],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/e^f', 3],
    ['/g|h', 4],
    ['/i\\j', 5],
    ['/k"l', 6],
    ['/ ', 7],
    ['/m~0n', 8],
  ])('%j leads where RFC 6901 says, and is made of its own keys', (pointer, expected) => {
    expect(isPointer(pointer)).toBe(true);
    expect(valueAt(FULL, pointer)).toEqual(expected);
    expect(toPointer(keysOf(pointer))).toBe(pointer);
  });

  it('reads ~01 as ~1 and not as a slash', () => {
    expect(valueAt({ '~1': 'tilde', '/': 'slash' }, '/~01')).toBe('tilde');
    expect(toPointer(['a', 0, '~1'])).toBe('/a/0/~01');
  });

  it('starts with a slash, and has no lone tilde', () => {
    for (const text of ['foo', '#/foo', '/~', '/a~2', '/~/b', 'a/b', '$.foo'])
      expect([text, isPointer(text)]).toEqual([text, false]);
  });

  it('finds nothing where there is nothing, and nothing that is inherited', () => {
    for (const pointer of [
      '/foo/2',
      '/foo/-',
      '/foo/00',
      '/foo/01',
      '/foo/1e0',
      '/foo/length',
      '/foo/0/0',
      '/bar',
      '/a~1b/c',
    ])
      expect([pointer, valueAt(FULL, pointer)]).toEqual([pointer, undefined]);
    for (const pointer of ['/__proto__/x', '/constructor/name', '/toString', '/__proto__'])
      expect([pointer, valueAt({}, pointer), valueAt([], pointer)]).toEqual([pointer, undefined, undefined]);
    expect(valueAt(JSON.parse('{"__proto__":{"x":1}}'), '/__proto__/x')).toBe(1);
    for (const value of [null, undefined, 'text', 7, true]) expect(valueAt(value, '/0')).toBeUndefined();
  });
});
