// What the step makes of limits and plans that an operator wrote by SQL: a grant of the plan that covers them.
import { expect, it } from 'vitest';
import { MIGRATIONS } from '#migrations';
import { migrate } from '#server/db/migrate.ts';
import { emptyDatabase } from '#tests/support/databases.ts';
import { insertRows } from '#tests/support/migration-fixtures.ts';

const AT = '2026-03-10T12:00:00.000Z';
const before = MIGRATIONS.slice(
  0,
  MIGRATIONS.findIndex(({ name }) => name === '015-billing'),
);
const user = (id: string, max_sites: number, subscription_type: string | null = null) => ({
  id,
  email: `${id}@shop.example`,
  email_lower: `${id}@shop.example`,
  max_sites,
  subscription_type,
  subscription_status: subscription_type === null ? 'none' : 'active',
  created_at: AT,
  updated_at: AT,
});

it.each(['sqlite', 'postgres'] as const)('turns raised limits into grants (%s)', async (dialect) => {
  const database = await emptyDatabase(dialect);
  await migrate(database, before);
  const users = [
    user('a', 0),
    user('b', 1),
    user('c', 2),
    user('d', 3),
    user('e', 4),
    user('f', 10),
    user('g', 11),
    user('h', 1_000),
    user('i', 3, 'starter'),
    user('j', 1, 'agency'),
    user('k', 1, 'lifetime'),
  ];
  await insertRows(database, { users });
  await migrate(database);
  const columns = ['id', 'granted_plan', 'subscription_type', 'subscription_status'] as const;
  const rows = await database.db.selectFrom('users').select(columns).orderBy('id').execute();
  const granted = 'abcdefghijk'.split('').map((id, n) => {
    const plans = [null, null, 'starter', 'starter', 'growth', 'growth', 'agency', 'agency', 'starter', 'agency', null];
    return { id, granted_plan: plans[n], subscription_type: null, subscription_status: 'none' };
  });
  expect(rows).toEqual(granted);
  await database.close();
});
