import { describe, expect, it } from 'vitest';
import type { Mapping } from '#shared/contract/mapping.ts';
import { isMappable } from '#shared/event-messages.ts';
import { deliveryOf } from '#tests/support/deliveries.ts';
import { readWebhook } from './webhook.ts';

const NOW = Date.parse('2026-03-10T13:05:00Z');
const read = (body: unknown) => readWebhook(deliveryOf(JSON.stringify(body)), NOW);

const signup = { id: 'u-1', kind: 'signup', occurredAt: '2026-03-10T13:00:00Z', actor: { firstName: 'Ana' } };
const NOT_OURS = { verdict: 'refused', reason: 'Not a format we know' };

describe('the generic webhook', () => {
  it('takes an event in the form of the API, or several', () => {
    expect(read(signup)).toEqual({ verdict: 'read', events: [signup], retractions: [] });
    const review = { ...signup, id: 'r-1', kind: 'review', rating: 5, text: 'Great' };
    expect(read({ events: [signup, review] })).toEqual({ verdict: 'read', events: [signup, review], retractions: [] });
  });

  it('takes numbers for ids, with all their digits', () => {
    const body = '{"id":9007199254740993,"reference":17,"kind":"purchase","occurredAt":"2026-03-10T13:00:00Z"}';
    expect(readWebhook(deliveryOf(body), NOW)).toMatchObject({ events: [{ id: '9007199254740993', reference: '17' }] });
    expect(read({ ...signup, id: 1.5 })).toEqual({ verdict: 'refused', reason: 'id is missing or not valid' });
  });

  it('retracts by id, by reference, or all of a person', () => {
    const retracting = (...retractions: object[]) => ({ verdict: 'read', events: [], retractions });
    expect(read({ retract: { id: 'u-1' } })).toEqual(
      retracting({ matches: 'event', value: 'u-1', because: 'retracted' }),
    );
    expect(read({ retract: { reference: 1234 } })).toEqual(
      retracting({ matches: 'reference', value: '1234', because: 'retracted' }),
    );
    expect(read({ retract: { email: 'ana@buyers.example', reference: 'A1' } })).toEqual(
      retracting(
        { matches: 'reference', value: 'A1', because: 'retracted' },
        { matches: 'person', value: 'ana@buyers.example', because: 'forgotten' },
      ),
    );
    for (const nothing of [{}, [], null, 'u-1', { id: '' }, { order: 7 }])
      expect(read({ retract: nothing })).toMatchObject({ verdict: 'refused' });
  });

  it('leaves a field of the same name in a foreign body to its mapping', () => {
    const mapping: Mapping = { fields: { id: { pointers: ['/no'] }, kind: { value: 'purchase' } } };
    const mapped = (body: unknown) => readWebhook(deliveryOf(JSON.stringify(body)), NOW, mapping);
    for (const retract of [false, null, {}, 'no', { id: '7' }])
      expect(mapped({ no: 7, retract })).toMatchObject({ events: [{ id: '7' }], retractions: [] });
    expect(mapped({ retract: { id: '7' } })).toMatchObject({ events: [], retractions: [{ value: '7' }] });
  });

  it.each<[arm: unknown, read: string | undefined]>([
    ['pb-k3j7x2ab-0', 'pb-k3j7x2ab-0'],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('brings the arm %j, in an event or where a mapping finds it', (arm, expected) => {
    const mapping: Mapping = {
      fields: { id: { pointers: ['/no'] }, kind: { value: 'purchase' }, arm: { pointers: ['/custom/proofbell'] } },
    };
    const mapped = readWebhook(deliveryOf(JSON.stringify({ no: 7, custom: { proofbell: arm } })), NOW, mapping);
    for (const reading of [read({ ...signup, arm }), mapped]) {
      expect(reading).toMatchObject({ events: [expect.anything()] });
      expect('events' in reading && reading.events[0]?.arm).toBe(expected);
    }
  });

  it('refuses an arm that is no text', () => {
    for (const arm of [0, ['pb-k3j7x2ab-0']])
      expect(read({ ...signup, arm })).toEqual({ verdict: 'refused', reason: 'arm is missing or not valid' });
  });

  it('keeps nothing of a test', () => {
    expect(read({ ...signup, test: true })).toEqual({ verdict: 'test' });
    expect(read({ test: true, retract: { id: 'u-1' } })).toEqual({ verdict: 'test' });
  });

  it('leaves every other form to a mapping', () => {
    const { kind: _kind, ...other } = signup;
    for (const body of [
      {},
      [],
      [signup],
      null,
      'text',
      7,
      other,
      { order: signup },
      { events: [] },
      { events: [other] },
    ])
      expect(read(body)).toEqual(NOT_OURS);
    expect(readWebhook(deliveryOf('not JSON'), NOW)).toEqual(NOT_OURS);
    // It says how that is mended; what is wrong in an event of ours, no mapping mends.
    expect([NOT_OURS.reason, 'The mapping finds no id', 'amount must be a number'].map(isMappable)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('says what is wrong with an event of ours, without a word of what was sent', () => {
    const reasonOf = (body: unknown) => {
      const reading = read(body);
      return 'reason' in reading ? reading.reason : reading.verdict;
    };
    for (const amount of ['1,299 €', {}, true]) expect(reasonOf({ ...signup, amount })).toBe('amount must be a number');
    expect(reasonOf({ ...signup, amount: -1 })).toBe('amount is missing or not valid');
    expect(reasonOf({ ...signup, occurredAt: 'Ana was here' })).toBe('occurredAt is missing or not valid');
    expect(reasonOf({ events: [signup, { ...signup, kind: 'Ana' }] })).toBe('Event 2: kind is missing or not valid');
    expect(reasonOf({ ...signup, 'ana@buyers.example': 1 })).toBe('It has a field that events do not have');
    for (const wrong of [
      { actor: { firstName: 'Ana', 'ana@x.example': 1 } },
      { subject: { name: '' } },
      { amount: 'Ana' },
    ]) {
      expect(reasonOf({ ...signup, ...wrong })).toMatch(/^(?:actor|subject|amount)/);
      expect(reasonOf({ ...signup, ...wrong })).not.toMatch(/ana/i);
    }
    expect(reasonOf({ events: Array(101).fill(signup) })).toBe('At most 100 events in one delivery');
  });
});
