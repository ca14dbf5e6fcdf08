import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hexOf, hexOfHsv, hsvOf, readHex, rgbOf } from './color-text.ts';

const byte = fc.integer({ min: 0, max: 255 });
const hex = fc.tuple(byte, byte, byte).map(hexOf);

it.each([
  ['#3498db', '#3498db'],
  ['3498DB', '#3498db'],
  [' #3498db\n', '#3498db'],
  ['#abc', '#aabbcc'],
  ['F00', '#ff0000'],
  ['', null],
  ['#', null],
  ['#3498d', null],
  ['##3498db', null],
  ['#3498dbff', null],
  ['red', null],
  ['#ggg', null],
])('reads %j as %s', (typed, read) => {
  expect(readHex(typed)).toBe(read);
});

it('keeps each color through red, green and blue, and through hue, saturation and brightness', () => {
  fc.assert(
    fc.property(hex, (color) => {
      expect(hexOf(rgbOf(color))).toBe(color);
      expect(hexOfHsv(hsvOf(color))).toBe(color);
    }),
  );
});

it.each([
  ['#ff0000', { hue: 0, saturation: 1, brightness: 1 }],
  ['#00ff00', { hue: 120, saturation: 1, brightness: 1 }],
  ['#0000ff', { hue: 240, saturation: 1, brightness: 1 }],
  ['#808080', { hue: 0, saturation: 0, brightness: 128 / 255 }],
  ['#000000', { hue: 0, saturation: 0, brightness: 0 }],
])('%s is %o', (color, hsv) => {
  expect(hsvOf(color)).toEqual(hsv);
});
