import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { notificationSchema } from '#shared/contract/notification.ts';
import { widgetSchema } from '#shared/contract/widget.ts';
import { rowCodec } from './codecs.ts';

const codec = rowCodec({
  id: z.string(),
  isOpen: z.boolean(),
  startsAt: z.iso.datetime().nullable(),
  count: z.number().nullable(),
  tags: z.array(z.string()),
  extra: z.unknown(),
});

test('every value survives the round trip into a row and back', () => {
  const value = fc.record({
    id: fc.string(),
    isOpen: fc.boolean(),
    startsAt: fc.constantFrom(null, '2026-03-01T09:30:00.000Z'),
    count: fc.option(fc.integer()),
    tags: fc.array(fc.string()),
    extra: fc.jsonValue().map((json) => JSON.parse(JSON.stringify(json))),
  });
  fc.assert(
    fc.property(value, (value) => {
      expect(codec.decode(codec.encode(value))).toEqual(value);
    }),
  );
});

test('columns are snake_case, flags 0 or 1, objects JSON; absent and undefined values have no column', () => {
  expect(codec.encode({ isOpen: true, tags: ['a'], startsAt: null, count: undefined })).toEqual({
    is_open: 1,
    tags: '["a"]',
    starts_at: null,
  });
});

test('keys outside the shape are neither written nor read', () => {
  expect(codec.encode({ id: 'a', owner_id: 'b' } as { id: string })).toEqual({ id: 'a' });
  const row = { id: 'a', is_open: 0, starts_at: null, count: null, tags: '[]', extra: null, owner_id: 'b' } as never;
  expect(codec.decode(row)).toEqual({ id: 'a', isOpen: false, startsAt: null, count: null, tags: [], extra: null });
});

test('stored JSON that does not match its schema is an error', () => {
  const row = { id: 'a', is_open: 0, starts_at: null, count: null, tags: '[1]', extra: null } as never;
  expect(() => codec.decode(row)).toThrow();
});

test('the contract names exactly the columns of the migrations', () => {
  expect(rowCodec(notificationSchema.shape).columns).toEqual(
    expect.arrayContaining(['widget_id', 'starts_at', 'display_count', 'is_custom', 'created_at']),
  );
  expect(rowCodec(widgetSchema.shape).columns).toContain('site_id');
});
