// Attack: one correctly signed delivery that keeps everybody else waiting, within the 2 MiB that it may have.
import { describe, expect, it } from 'vitest';
import { vendors } from '#server/adapters/vendors/vendors.ts';
import { HOOK_BODY_MAX_BYTES } from '#shared/limits.ts';
import { parseBody } from '#shared/lossless-json.ts';
import { START } from '#tests/support/app.ts';
import { costOf, expectCheap, TURN_GOAL } from '#tests/support/thread-cost.ts';

const FIELDS =
  'id kind occurredAt reference firstName lastName city region country email product url image quantity amount currency rating text';
const everyField = {
  fields: Object.fromEntries(FIELDS.split(' ').map((field) => [field, { pointers: Array(5).fill('/n') }])),
  retractWhen: { pointer: '/n', equals: Array.from({ length: 10 }, (_, n) => `x${n}`) },
};
const fullName = { fields: { firstName: { pointers: ['/n'] }, id: { value: '1' }, kind: { value: 'purchase' } } };

describe('a signed body', () => {
  it.each([
    ['words', 'a '],
    ['blanks', ' '],
    ['NUL characters', 'a\\u0000'],
    ['letters whose capitals are longer', 'İ'],
    ['lines', 'a\\n'],
  ])('that is one text of %s costs no more for being mapped', async (what, unit) => {
    const length = Math.floor((HOOK_BODY_MAX_BYTES - 8) / Buffer.byteLength(unit));
    const raw = { field: () => undefined, body: new TextEncoder().encode(`{"n":"${unit.repeat(length)}"}`) };
    for (const mapping of [everyField, fullName])
      await expectCheap(what, TURN_GOAL, () => costOf(() => vendors.read('webhook', raw, START, mapping)));
  });

  it('has at most 50,000 values, keys among them, whatever it is made of', () => {
    const list = (count: number, of: (n: number) => string) => Array.from({ length: count }, (_, n) => of(n)).join();
    const objects = (keys: number) => `{${list(keys, (n) => `"k${n}": ":"`)}}`;
    expect(parseBody(objects(24_000))).toHaveProperty('k23999', ':');
    for (const body of [
      objects(25_100),
      `[${list(17_000, (n) => `{"k${n}":0}`)}]`,
      `[${list(13_000, () => '{"a":{}}')}]`,
      `[${list(51_000, () => '0')}]`,
    ])
      expect(parseBody(body)).toBeUndefined();
  });

  it('of as many values as there may be is read in time', async () => {
    const width = Math.floor(HOOK_BODY_MAX_BYTES / 24_900) - 5;
    const keys = Array.from({ length: 24_900 }, (_, n) => `"${String(n).padEnd(width, 'k')}":0`);
    const numbers = Array.from({ length: 49_900 }, () => '12345678901234567890');
    for (const text of [`{${keys.join()}}`, `[${numbers.join()}]`, `[${Array(16_600).fill('{"a":[]}').join()}]`]) {
      const raw = { field: () => undefined, body: new TextEncoder().encode(text) };
      await expectCheap(text.slice(0, 20), TURN_GOAL, () =>
        costOf(() => vendors.read('webhook', raw, START, everyField)),
      );
    }
  });
});
