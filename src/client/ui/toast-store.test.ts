// The lifecycle of toasts, without a screen.
import { expect, it } from 'vitest';
import { createToastStore } from './toast-store.ts';

function setup() {
  const waiting: { run: () => void; ms: number }[] = [];
  const store = createToastStore((run, ms) => waiting.push({ run, ms }));
  return { store, waiting };
}

it('shows one toast at a time: a new one replaces the old [spec 4.toasts.1 9.24]', () => {
  const { store } = setup();
  store.show({ title: 'First' }, '/');
  store.show({ title: 'Second' }, '/');
  expect(store.list().map((entry) => entry.title)).toEqual(['Second']);
});

it('closes a dismissed toast and removes it after the specified delay [spec 4.toasts.1 9.24]', () => {
  const { store, waiting } = setup();
  const id = store.show({ title: 'Saved' }, '/');
  store.dismiss(id);
  expect(store.list()).toMatchObject([{ id, isOpen: false }]);
  expect(waiting.map(({ ms }) => ms)).toEqual([1_000_000]);
  waiting[0]?.run();
  expect(store.list()).toEqual([]);
});

it('does not remove a newer toast when an older one’s delay ends', () => {
  const { store, waiting } = setup();
  store.dismiss(store.show({ title: 'Old' }, '/'));
  store.show({ title: 'New' }, '/');
  waiting[0]?.run();
  expect(store.list().map((entry) => entry.title)).toEqual(['New']);
});

it('dismisses a toast once, however often it is asked to', () => {
  const { store, waiting } = setup();
  const id = store.show({ title: 'Saved' }, '/');
  store.dismiss(id);
  store.dismiss(id);
  expect(waiting).toHaveLength(1);
});

it('notifies subscribers of each change until they unsubscribe', () => {
  const { store } = setup();
  let calls = 0;
  const leave = store.subscribe(() => {
    calls += 1;
  });
  store.dismiss(store.show({ title: 'Saved' }, '/'));
  leave();
  store.show({ title: 'Unheard' }, '/');
  expect(calls).toBe(2);
});

it('closes with its page what is about it, but neither a success, nor what can be undone, nor why the page was left', () => {
  const action = { label: 'Undo', onSelect: () => {} };
  for (const [message, isOpen] of [
    [{ title: 'Login failed', tone: 'danger' }, false],
    [{ title: 'Not opened', tone: 'danger', action }, false],
    [{ title: 'Session ended', tone: 'danger', outlivesPage: true }, true],
    [{ title: 'Not verified yet' }, false],
    [{ title: 'This link was already used', outlivesPage: true }, true],
    [{ title: 'Notification deleted', action }, true],
    [{ title: 'Site created', tone: 'success' }, true],
  ] as const) {
    const { store } = setup();
    store.show(message, '/login');
    store.open('/login');
    expect(store.list()).toMatchObject([{ isOpen: true }]);
    store.open('/forgot-password');
    expect(store.list()).toMatchObject([{ title: message.title, isOpen }]);
  }
});
