// Texts of inputs: their length counts before anything else is done with them.
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { bounded, calendarDay, email, filledText, instant, text, webLink } from './text.ts';

const messagesOf = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input).error?.issues.map(({ message }) => message);

describe('a text', () => {
  it('that is too long or cannot be stored meets no other check', () => {
    const check = vi.fn(() => true);
    const schema = text(5).refine(check).trim();
    expect(messagesOf(schema, '123456')).toEqual(['At most 5 characters']);
    expect(messagesOf(schema, 'a\0')).toEqual(["Contains characters that can't be stored"]);
    expect(messagesOf(schema, 'a\ud800')).toEqual(["Contains characters that can't be stored"]);
    expect(check).not.toHaveBeenCalled();
    // Characters, however many units they take.
    expect(schema.parse('\u{1f600}'.repeat(5))).toHaveLength(10);
    expect(check).toHaveBeenCalledOnce();
  });

  it('may have blanks around it, which are taken off, but not without end', () => {
    expect(filledText(3).parse(`${' '.repeat(500)}abc${' '.repeat(500)}`)).toBe('abc');
    expect(messagesOf(filledText(3), `${' '.repeat(1_100)}abc`)).toEqual(['At most 3 characters']);
    expect(messagesOf(filledText(3), ' abcd ')).toEqual(['At most 3 characters']);
    expect(messagesOf(filledText(3), '  ')).toEqual(['Required']);
  });
});

it('a list or an object that is too large has one issue, whatever is in it', () => {
  const list = bounded(z.array(z.string()), 2, 'At most 2');
  expect([messagesOf(list, [0, 0, 0]), messagesOf(list, [0, 0])?.length]).toEqual([['At most 2'], 2]);
  const object = bounded(z.record(z.string(), z.number()), 2, 'At most 2');
  expect(messagesOf(object, { a: 'x', b: 'x', c: 'x' })).toEqual(['At most 2']);
  expect(object.parse({ a: 1, b: 2 })).toEqual({ a: 1, b: 2 });
  expect(messagesOf(list, undefined)?.length).toBe(1);
});

describe('hosts', () => {
  const longest = ['a'.repeat(63), 'b'.repeat(63), 'c'.repeat(63), 'd'.repeat(47)].join('.');
  it('of emails and links are as long as there can be, in any script', () => {
    for (const host of [
      'shop.example',
      `${'字'.repeat(50)}.example`,
      `${'a'.repeat(63)}.example`,
      'xn--bcher-kva.example',
    ])
      expect([host, messagesOf(email(), `a@${host}`), messagesOf(webLink(), `https://${host}/`)]).toEqual([
        ...[host, undefined, undefined],
      ]);
    expect(messagesOf(webLink(), `https://user:word@${longest}.example:8080/a?b#c`)).toBeUndefined();
  });

  it('are no longer', () => {
    for (const host of [`${'字'.repeat(64)}.example`, `${longest}.${'a'.repeat(20)}`, `${'a.'.repeat(130)}example`]) {
      expect([host, messagesOf(email(), `a@${host}`)?.length]).toEqual([host, 1]);
      expect([host, messagesOf(webLink(), `https:\\/\n/${host}`)?.length]).toEqual([host, 1]);
      expect([host, messagesOf(webLink(), `https://a@${host}:8080/`)?.length]).toEqual([host, 1]);
    }
  });
});

it('an email host is at most 253 characters in ASCII, too', () => {
  const host = (labels: number) => `${Array(labels).fill('字'.repeat(20)).join('.')}.example`;
  expect(messagesOf(email(), `x@${host(4)}`)).toBeUndefined();
  expect(messagesOf(email(), `x@${host(11)}`)).toHaveLength(1);
});

it('a day is a date of the calendar', () => {
  expect(calendarDay('No').parse('2026-03-10')).toBe('2026-03-10');
  for (const day of ['', '2026-3-10', '2026-02-30', '2026-03-10T00:00:00Z', ' 2026-03-10', '2026-03-10\n'])
    expect(messagesOf(calendarDay('No'), day)).toEqual(['No']);
});

it('a time is ISO 8601 in a year of four digits', () => {
  for (const time of ['2026-03-10T12:00:00Z', '2026-03-10T12:00:00.123456+01:00'])
    expect(instant().parse(time)).toBe(time);
  for (const time of ['', '2026-03-10', '9999-12-31T23:59:59-12:00', `2026-03-10T12:00:00.${'0'.repeat(100)}Z`])
    expect(messagesOf(instant(), time)).toEqual(['Enter an ISO 8601 date and time']);
});
