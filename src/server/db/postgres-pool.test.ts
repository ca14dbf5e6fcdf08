// How long PostgreSQL may take. What happens when it takes longer is in tests/attacks/hanging-postgres.test.ts.
import { expect, it } from 'vitest';
import { REQUEST_TIMEOUT } from '#shared/limits.ts';
import { POSTGRES_BOUNDS } from './postgres-pool.ts';

it('the bounds of one call together are within its time-out', () => {
  const { connect, statement, transaction, lock, serverStatement } = POSTGRES_BOUNDS;
  expect(2 * connect + transaction).toBeLessThan(REQUEST_TIMEOUT);
  expect([lock < serverStatement, serverStatement < statement, statement < transaction]).toEqual([true, true, true]);
});
