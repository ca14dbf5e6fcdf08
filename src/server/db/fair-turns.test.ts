// Whose turn it is.
import { expect, it } from 'vitest';
import { makeFairTurns } from './fair-turns.ts';

/** Calls that last until they are told to end, by the name of their account and a number. */
function makeCalls(places: string[], limits?: Parameters<typeof makeFairTurns>[1]) {
  const { atTurn, alone } = makeFairTurns(places, limits);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const call = (name: string) =>
    atTurn(name[0] ?? '', (place) => {
      started.push(`${name} ${place}`);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  const callAlone = (name: string) =>
    alone(() => {
      started.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  return { call, callAlone, end, started };
}

it('each place has one turn, an account one at a time, and accounts take turns', async () => {
  const { call, end, started } = makeCalls(['left', 'right']);
  const calls = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map(call);
  await new Promise(setImmediate);
  expect(started).toEqual(['a1 right', 'b1 left']);
  await end('a1');
  expect(started.slice(2)).toEqual(['a2 right']);
  await end('a2');
  expect(started.slice(3)).toEqual(['c1 right']);
  await end('b1');
  expect(started.slice(4)).toEqual(['b2 left']);
  await end('c1');
  expect(started.slice(5)).toEqual(['a3 right']);
  await end('a3');
  await end('b2');
  expect(await Promise.all(calls)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'b2']);
});

it('a turn that fails is over', async () => {
  const { atTurn } = makeFairTurns(['one']);
  await expect(atTurn('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await atTurn('a', async () => 'yes')).toBe('yes');
});

it('refuses to wait in a queue that is full, of the account or of all, and serves whoever waits', async () => {
  const { call, end } = makeCalls(['one'], { ofAccount: 2, ofAll: 3 });
  const calls = ['a1', 'a2', 'a3', 'b1'].map(call);
  for (const name of ['a4', 'b2', 'c1']) await expect(call(name)).rejects.toMatchObject({ code: 'SQLITE_BUSY_QUEUE' });
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
  expect(await Promise.all(calls)).toEqual(['a1', 'a2', 'a3', 'b1']);
});

it('what is alone begins once those before it have ended, before all that wait, one after the other', async () => {
  const { call, callAlone, end, started } = makeCalls(['left', 'right']);
  const calls = [call('a1'), call('b1'), callAlone('first'), callAlone('second'), call('c1')];
  await new Promise(setImmediate);
  for (const name of ['a1', 'b1', 'first', 'second']) await end(name);
  expect(started).toEqual(['a1 right', 'b1 left', 'first', 'second', 'c1 left']);
  await end('c1');
  expect(await Promise.all(calls)).toEqual(['a1', 'b1', 'first', 'second', 'c1']);
});
