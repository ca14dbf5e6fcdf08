import { beforeEach, expect, test } from 'vitest';
import { createKeptDrafts, type KeptDrafts } from './kept-drafts.tsx';

type State = { status: string; reason?: string; user?: { _id: string } };
const EXPIRED: State = { status: 'out', reason: 'expired' };
const LOGGED_OUT: State = { status: 'out', reason: 'logged-out' };
const ana: State = { status: 'in', user: { _id: 'ana' } };
const bob: State = { status: 'in', user: { _id: 'bob' } };

let drafts: KeptDrafts;
let become: (state: State) => void;
const draft = { opened: undefined, values: { name: 'Oak' } };

beforeEach(() => {
  let state: State = { status: 'loading' };
  let tell = () => {};
  drafts = createKeptDrafts({
    state: () => state,
    subscribe(listener) {
      tell = listener;
    },
  });
  become = (next) => {
    state = next;
    tell();
  };
  become(ana);
  become(EXPIRED);
  drafts.keep('site', draft);
});

test('its author gets a draft back, once', () => {
  become(ana);
  expect(drafts.take('site', undefined)).toEqual({ name: 'Oak' });
  expect(drafts.take('site', undefined)).toBeNull();
});

test('only what was opened with the same gets it', () => {
  const opened = { id: 'n' };
  drafts.keep('editor', { opened, values: {} });
  expect(drafts.take('editor', { id: 'n' })).toBeNull();
  expect(drafts.take('other', opened)).toBeNull();
  expect(drafts.take('editor', opened)).toEqual({});
});

test('somebody else who logs in gets none, and leaves none to the author', () => {
  become(bob);
  expect(drafts.find('site')).toBeUndefined();
  become(ana);
  expect(drafts.find('site')).toBeUndefined();
});

test('a logout leaves no draft behind', () => {
  become(ana);
  become(LOGGED_OUT);
  become(ana);
  expect(drafts.find('site')).toBeUndefined();
});
