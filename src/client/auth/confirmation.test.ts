// What happens to a call for which the server wants its user confirmed first.
import { getUntypedClient } from '@trpc/client';
import { expect, test } from 'vitest';
import { setUpApi, signIn } from '#tests/support/browser-api.ts';
import { otherUser, signedIn } from '#tests/support/browser-session.ts';
import type { Api } from './create-api.ts';
import { failureOf } from './failures.ts';

const refusal = (field: string) => ({ status: 403, code: 'confirm-required', errors: [{ field, message: 'Confirm' }] });

/** A signed-in browser whose server asks for a confirmation by `field` until it gets a right one. */
async function setUp(field = 'password') {
  const inputs: unknown[] = [];
  let isConfirmed = false;
  const { api, sent, seen, say } = setUpApi((path, { input }) => {
    if (path === 'auth.session') return signIn('t1');
    if (path === 'auth.confirm') {
      inputs.push(input);
      const isRight = (input as { password?: string }).password !== 'wrong';
      isConfirmed ||= isRight;
      return isRight
        ? { data: { confirmed: true } }
        : { status: 400, errors: [{ field: 'password', message: 'Incorrect' }] };
    }
    return isConfirmed ? { data: 'done' } : refusal(field);
  });
  await api.session.start();
  sent.length = 0;
  const paths = () => sent.map(({ path }) => path);
  return { api, seen, say, inputs, paths, confirm: () => mutate(api, 'auth.confirm', { password: 'right' }) };
}
const mutate = (api: Api, path: string, input?: unknown) => getUntypedClient(api.client as never).mutation(path, input);
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => failureOf(error).code,
  );
/** Waits until the user is asked. */
const question = ({ confirmation }: Api) =>
  new Promise<string | null>((resolve) => {
    if (confirmation.asked()) return resolve(confirmation.asked());
    const stop = confirmation.subscribe(() => {
      stop();
      resolve(confirmation.asked());
    });
  });

test('the user is asked once, and all calls that were refused are made again', async () => {
  const { api, paths, confirm, seen } = await setUp();
  const calls = [mutate(api, 'apiKeys.create', { name: 'a' }), mutate(api, 'auth.deleteMe')];
  expect(await question(api)).toBe('password');
  await confirm();
  api.confirmation.settle(true);
  expect(await Promise.all(calls)).toEqual(['done', 'done']);
  expect(api.confirmation.asked()).toBeNull();
  expect(paths()).toEqual(['apiKeys.create', 'auth.deleteMe', 'auth.confirm', 'apiKeys.create', 'auth.deleteMe']);
  expect(seen.log).toEqual([]);
});

test('an account without a password is asked for a code', async () => {
  const { api } = await setUp('code');
  const call = codeOf(mutate(api, 'apiKeys.create'));
  expect(await question(api)).toBe('code');
  api.confirmation.settle(false);
  expect(await call).toBe('canceled');
});

test('a canceled call is neither made again nor logged, and the next one asks again', async () => {
  const { api, paths, seen } = await setUp();
  for (const round of [1, 2]) {
    const call = codeOf(mutate(api, 'auth.deleteMe'));
    await question(api);
    api.confirmation.settle(false);
    expect([round, await call]).toEqual([round, 'canceled']);
  }
  expect(paths()).toEqual(['auth.deleteMe', 'auth.deleteMe']);
  expect(seen.log).toEqual([]);
});

test('a call that is refused once more is not asked about for ever', async () => {
  const { api } = await setUp();
  const call = codeOf(mutate(api, 'auth.deleteMe'));
  await question(api);
  api.confirmation.settle(true);
  expect(await call).toBe('confirm-required');
  expect(api.confirmation.asked()).toBeNull();
});

test('the password typed to change it confirms by itself; a wrong one comes back as a field error', async () => {
  const { api, paths, inputs } = await setUp();
  const change = (currentPassword: string) =>
    mutate(api, 'auth.changePassword', { currentPassword, newPassword: 'a new horse' });
  const error: unknown = await change('wrong').catch((one: unknown) => one);
  expect(failureOf(error)).toMatchObject({ code: 'validation', fields: [{ field: 'password' }] });
  expect(await change('right')).toBe('done');
  expect(inputs).toEqual([{ password: 'wrong' }, { password: 'right' }]);
  expect(paths().filter((path) => path === 'auth.changePassword')).toHaveLength(3);
  const withoutPassword = await setUp('code');
  const hopeless = mutate(withoutPassword.api, 'auth.changePassword', { currentPassword: 'x', newPassword: 'y' });
  expect(await codeOf(hopeless)).toBe('confirm-required');
  expect(withoutPassword.api.confirmation.asked()).toBeNull();
});

test('whoever logs in meanwhile neither sees the question nor makes the call', async () => {
  const { api, paths } = await setUp();
  const call = codeOf(mutate(api, 'auth.deleteMe'));
  await question(api);
  api.session.accept(signedIn(otherUser, 't2'));
  expect(api.confirmation.asked()).toBeNull();
  expect(await call).toBe('superseded');
  expect(paths()).toEqual(['auth.deleteMe']);
});
