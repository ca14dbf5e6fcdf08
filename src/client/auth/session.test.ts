// The session reducer: each state transition and the effects it returns.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { otherUser, signedIn, user } from '#tests/support/browser-session.ts';
import { INITIAL_SESSION, reduceSession, type SessionEvent, type SessionState } from './session.ts';

const START = 1_700_000_000_000;
const three = [START, START + 1, START + 2];

const run = (events: SessionEvent[], from: SessionState = INITIAL_SESSION) =>
  events.reduce((step, event) => reduceSession(step.state, event), { state: from, effects: [] } as ReturnType<
    typeof reduceSession
  >);
const found = (who: typeof user | null, generation = 0): SessionEvent => ({
  type: 'session-found',
  generation,
  signedIn: who && signedIn(who, 't1'),
  at: START,
});
const IN = run([{ type: 'started' }, found(user)]).state;

test('starting looks for a session; finding one signs in without dropping any data', () => {
  const started = run([{ type: 'started' }]);
  expect(started.effects).toEqual([{ type: 'find-session', generation: 0 }]);
  expect(run([found(user)], started.state)).toEqual({
    state: { ...INITIAL_SESSION, auth: { status: 'in', user }, token: { value: 't1', takenAt: START } },
    effects: [],
  });
});

test('an expiry ends the generation and drops its data before announcing it', () => {
  const { state, effects } = run([{ type: 'refresh-failed', generation: 0, isSessionOver: true }], IN);
  expect(state).toEqual({ ...INITIAL_SESSION, auth: { status: 'out', reason: 'expired' }, generation: 1 });
  expect(effects).toEqual([{ type: 'drop-fetched' }, { type: 'announce', name: 'auth:token-refresh-failed' }]);
});

test('only one refresh runs at a time, but each generation has its own', () => {
  const request: SessionEvent = { type: 'refresh-requested', isRefused: true, at: START };
  const first = run([request], IN);
  expect(first.effects).toEqual([{ type: 'refresh', generation: 0 }]);
  expect(run([request], first.state)).toEqual({ state: first.state, effects: [] });
  const next = run([{ type: 'logged-in', signedIn: signedIn(otherUser), at: START }, request], first.state);
  expect(next.effects).toEqual([{ type: 'refresh', generation: 1 }]);
});

test('three refreshes are allowed, a fourth within 60 seconds is refused [spec 4.refresh.1 9.4]', () => {
  const requestAfter = (refreshes: number[], ms: number, isRefused = true) =>
    run([{ type: 'refresh-requested', isRefused, at: START + ms }], { ...IN, refreshes }).state;
  expect(requestAfter([], 0).refreshes).toEqual([START]);
  expect(requestAfter(three.slice(0, 2), 2).refreshes).toEqual(three);
  expect(requestAfter(three, 3).auth).toEqual({ status: 'out', reason: 'expired' });
  expect(requestAfter(three, 59_999).auth).toEqual({ status: 'out', reason: 'expired' });
  // An old token stays in use. The cool-down ends 60 seconds after the first of the three.
  expect(requestAfter(three, 59_999, false)).toEqual({ ...IN, refreshes: three });
  expect(requestAfter(three, 60_000).refreshes).toEqual([START + 1, START + 2, START + 60_000]);
});

test('a successful call that resets nothing leaves the state as it is', () => {
  expect(reduceSession(IN, { type: 'call-succeeded' }).state).toBe(IN);
});

test("a login is reported to the other tabs after the previous user's data is dropped", () => {
  const { state, effects } = run([{ type: 'logged-in', signedIn: signedIn(otherUser, 't2'), at: START }], IN);
  expect(state).toMatchObject({ auth: { status: 'in', user: otherUser }, generation: 1, token: { value: 't2' } });
  expect(effects).toEqual([{ type: 'drop-fetched' }, { type: 'report-change', change: { userId: 'u2' } }]);
});

const auth = fc.constantFrom<SessionState['auth']>(
  { status: 'loading' },
  { status: 'unreachable' },
  { status: 'corrupted' },
  { status: 'in', user },
  { status: 'out', reason: 'anonymous' },
  { status: 'out', reason: 'broken' },
);
const anySignedIn = fc.constantFrom(user, otherUser).map((who) => signedIn(who, 't2'));
const answer = (generation: number): fc.Arbitrary<SessionEvent> =>
  fc.oneof(
    anySignedIn.map((each): SessionEvent => ({ type: 'session-found', generation, signedIn: each, at: START })),
    anySignedIn.map((each): SessionEvent => ({ type: 'refreshed', generation, signedIn: each, at: START })),
    fc.boolean().map((isSessionOver): SessionEvent => ({ type: 'refresh-failed', generation, isSessionOver })),
    fc.constant<SessionEvent>({ type: 'session-unreachable', generation }),
    fc.constant<SessionEvent>({ type: 'session-found', generation, signedIn: null, at: START }),
  );

test('an answer to a request from an older generation changes nothing', () => {
  fc.assert(
    fc.property(auth, answer(0), (present, event) => {
      const state: SessionState = { ...IN, auth: present, generation: 1 };
      expect(reduceSession(state, event)).toEqual({ state, effects: [] });
    }),
  );
});

test('any change of user ends the generation and drops its data', () => {
  const event = fc.oneof(
    answer(0),
    anySignedIn.map((each): SessionEvent => ({ type: 'logged-in', signedIn: each, at: START })),
    fc.constantFrom<SessionEvent>(
      { type: 'logged-out' },
      { type: 'given-up' },
      { type: 'recheck-requested' },
      { type: 'changed-elsewhere', change: null },
      { type: 'changed-elsewhere', change: { userId: 'u1' } },
      { type: 'changed-elsewhere', change: { userId: 'u2' } },
      { type: 'call-unauthenticated' },
      { type: 'refresh-requested', isRefused: true, at: START },
    ),
  );
  fc.assert(
    fc.property(event, fc.boolean(), (each, isDenied) => {
      const before: SessionState = isDenied ? { ...IN, refreshes: three } : IN;
      const { state, effects } = reduceSession(before, each);
      const isSameUser = state.auth.status === 'in' && state.auth.user._id === user._id;
      if (isSameUser) return;
      expect(state.generation).toBe(1);
      expect(effects[0]).toEqual({ type: 'drop-fetched' });
      expect(state.token?.value).not.toBe('t1');
    }),
  );
});
