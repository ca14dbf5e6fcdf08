import { TRPCClientError } from '@trpc/client';
import { describe, expect, test } from 'vitest';
import { createSafeStorage } from '#client/auth/browser.ts';
import { Unreachable } from '#client/auth/failures.ts';
import type { SettingsPatch } from '#shared/contract/widget.ts';
import { changesOf, DEFAULT_SETTINGS, withChanges } from './paths.ts';
import { createUnsaved } from './unsaved.ts';
import { createWidgetSettings, type Snapshot } from './widget-settings.ts';

const PRIMARY = 'appearance.brandColors.primaryColor';
const DELAY = 'behavior.timing.initialDelay';
const CONDITIONS = 'rules.conditions';

/** An error of the server, as the tRPC client throws it. */
const serverError = (httpStatus: number, errors: { field: string; message: string }[] = []) =>
  TRPCClientError.from({
    error: { code: -32000, message: 'No', data: { code: 'x', message: 'No.', httpStatus, errors } },
  } as never);
const noAnswer = () => TRPCClientError.from(new Unreachable('network-error', null));

function open({ stored = new Map<string, string>(), server = DEFAULT_SETTINGS } = {}) {
  let state: Snapshot = { settings: server, revision: 1 };
  let time = 0;
  const timers = new Set<{ at: number; run: () => void }>();
  const sent: SettingsPatch[] = [];
  const answers: (() => void)[] = [];
  const storage = createSafeStorage(() => ({
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  }));
  const settings = createWidgetSettings(
    {
      now: () => time,
      later(run, ms) {
        const timer = { at: time + ms, run };
        timers.add(timer);
        return () => void timers.delete(timer);
      },
      async save(patch) {
        sent.push(patch);
        answers.shift()?.();
        state = { settings: withChanges(state.settings, changesOf(patch)), revision: state.revision + 1 };
        return state;
      },
      announce() {},
      unsaved: createUnsaved(storage, 'k'),
    },
    state,
  );
  return {
    settings,
    sent,
    stored,
    /** What the next saves do, in order. @throws the given error */
    failNext: (...errors: Error[]) =>
      answers.push(
        ...errors.map((error) => () => {
          throw error;
        }),
      ),
    async pass(ms: number) {
      time += ms;
      for (const timer of [...timers].filter(({ at }) => at <= time)) {
        timers.delete(timer);
        timer.run();
      }
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe('saving', () => {
  test('starts one second after the last change and sends only what changed [spec 4.auto-save]', async () => {
    const { settings, sent, pass } = open();
    settings.change({ [PRIMARY]: '#111111' });
    await pass(600);
    settings.change({ [DELAY]: 9 });
    await pass(999);
    expect(sent).toEqual([]);
    expect(settings.saveState()).toEqual({ kind: 'saving' });
    await pass(1);
    expect(sent).toEqual([
      { appearance: { brandColors: { primaryColor: '#111111' } }, behavior: { timing: { initialDelay: 9 } } },
    ]);
    expect(settings.saveState()).toEqual({ kind: 'saved' });
  });

  test('does not happen for a value that was changed back in time', async () => {
    const { settings, sent, pass } = open();
    settings.change({ [DELAY]: 9 });
    settings.change({ [DELAY]: 5 });
    await pass(5_000);
    expect(sent).toEqual([]);
    expect(settings.saveState()).toEqual({ kind: 'saved' });
  });

  test('keeps a refused value with its reasons, and saves the rest', async () => {
    const { settings, sent, failNext, pass } = open();
    const condition = { type: 'page' as const, operator: 'is' as const, value: ['x'] };
    failNext(
      serverError(400, [
        { field: 'settings.rules.conditions.0.value.0', message: 'Must start with /' },
        { field: 'settings.rules.conditions', message: 'Too long' },
      ]),
    );
    settings.change({ [CONDITIONS]: [condition], [DELAY]: 9 });
    await pass(1_000);
    await pass(1_000);
    expect(sent.at(-1)).toEqual({ behavior: { timing: { initialDelay: 9 } } });
    expect(settings.saveState()).toEqual({ kind: 'refused', count: 1 });
    expect(settings.state(CONDITIONS)).toMatchObject({
      value: [condition],
      error: 'Must start with /',
      issues: [
        { place: '0.value.0', message: 'Must start with /' },
        { place: '', message: 'Too long' },
      ],
    });
    settings.change({ [CONDITIONS]: [{ ...condition, value: ['/x'] }] });
    expect(settings.state(CONDITIONS).issues).toEqual([]);
    await pass(1_000);
    expect(settings.saveState()).toEqual({ kind: 'saved' });
  });

  test('tries again by itself without an answer, ever more slowly, until it succeeds', async () => {
    const { settings, sent, failNext, pass } = open();
    failNext(noAnswer(), serverError(503), serverError(429));
    settings.change({ [DELAY]: 9 });
    await pass(1_000);
    expect(settings.saveState()).toMatchObject({ kind: 'failed', isRetrying: true });
    await pass(2_000);
    await pass(3_999);
    expect(sent).toHaveLength(2);
    await pass(1);
    expect(sent).toHaveLength(3);
    await pass(8_000);
    expect(settings.saveState()).toEqual({ kind: 'saved' });
  });

  test('does not repeat what the server rejects as a whole', async () => {
    const { settings, sent, failNext, pass } = open();
    failNext(serverError(403));
    settings.change({ [DELAY]: 9 });
    await pass(1_000);
    await pass(60_000);
    expect(sent).toHaveLength(1);
    expect(settings.saveState()).toMatchObject({ kind: 'failed', message: 'No.', isRetrying: false });
    expect(settings.settings().behavior.timing.initialDelay).toBe(9);
    await settings.saveNow();
    expect(settings.saveState()).toEqual({ kind: 'saved' });
  });

  test('says that the site is gone', async () => {
    const { settings, failNext, pass } = open();
    failNext(serverError(404));
    settings.change({ [DELAY]: 9 });
    await pass(1_000);
    expect(settings.saveState()).toEqual({ kind: 'gone' });
  });

  test('leaves the same objects in place, so that nothing renders again', async () => {
    const { settings, pass } = open();
    const conditions = [{ type: 'exit' as const, operator: 'happened' as const }];
    settings.change({ [CONDITIONS]: conditions });
    const before = settings.state(CONDITIONS);
    const other = settings.state(DELAY);
    await pass(1_000);
    expect(settings.state(CONDITIONS)).toBe(before);
    expect(settings.state(DELAY)).toBe(other);
  });
});

describe('unsaved changes', () => {
  test('are kept in the browser and saved the next time', async () => {
    const first = open();
    first.failNext(noAnswer());
    first.settings.change({ [DELAY]: 9 });
    await first.pass(1_000);
    first.settings.stop();

    const next = open({ stored: first.stored });
    expect(next.settings.settings().behavior.timing.initialDelay).toBe(9);
    expect(next.settings.canUndo()).toBe(true);
    await next.pass(1_000);
    expect(next.sent).toEqual([{ behavior: { timing: { initialDelay: 9 } } }]);
    expect(next.stored.size).toBe(0);
  });

  test('do not replace what was saved elsewhere in the meantime; the owner decides', async () => {
    const first = open();
    first.settings.change({ [DELAY]: 9, [PRIMARY]: '#111111' });
    first.settings.stop();
    const next = open({ stored: first.stored, server: withChanges(DEFAULT_SETTINGS, { [DELAY]: 30 }) });
    expect(next.settings.settings().behavior.timing.initialDelay).toBe(30);
    expect(next.settings.overtaken()).toEqual({ [DELAY]: 9 });
    next.settings.settleOvertaken('mine');
    await next.pass(1_000);
    expect(next.sent).toEqual([
      { appearance: { brandColors: { primaryColor: '#111111' } }, behavior: { timing: { initialDelay: 9 } } },
    ]);
  });

  test.each(['{', 'null', '[1]', '{"__proto__": {"to": 1}, "behavior.nothing": {"to": 1}}', '"x"'])(
    'that no version of the app wrote are ignored: %s',
    (text) => {
      const { settings } = open({ stored: new Map([['k', text]]) });
      expect(settings.settings()).toEqual(DEFAULT_SETTINGS);
      expect(settings.saveState()).toEqual({ kind: 'saved' });
    },
  );
});

describe('undo and redo', () => {
  test('take back step by step; a drag is one step, a theme is one step', async () => {
    const { settings, sent, pass } = open();
    for (const value of [6, 7, 8]) {
      settings.change({ [DELAY]: value });
      await pass(100);
    }
    settings.change({ [PRIMARY]: '#111111', 'appearance.brandColors.textColor': '#222222' });
    settings.undo();
    expect(settings.settings().appearance).toEqual(DEFAULT_SETTINGS.appearance);
    expect(settings.settings().behavior.timing.initialDelay).toBe(8);
    settings.undo();
    expect(settings.settings()).toEqual(DEFAULT_SETTINGS);
    expect(settings.canUndo()).toBe(false);
    settings.redo();
    settings.redo();
    expect(settings.canRedo()).toBe(false);
    expect(settings.settings().appearance.brandColors).toMatchObject({
      primaryColor: '#111111',
      textColor: '#222222',
    });
    await pass(1_000);
    expect(sent).toHaveLength(1);
  });

  test('also take back what has been saved, and save that', async () => {
    const { settings, sent, pass } = open();
    settings.change({ [DELAY]: 9 });
    await pass(1_000);
    settings.reset([DELAY]);
    settings.undo();
    await pass(1_000);
    settings.undo();
    await pass(1_000);
    expect(sent.at(-1)).toEqual({ behavior: { timing: { initialDelay: 5 } } });
  });
});

describe('template mode', () => {
  const template = {
    id: 't',
    name: 'Low stock',
    settings: { appearance: { brandColors: { primaryColor: '#abcdef' } } },
  };

  test('shows what the template sets first and the rest from global, read-only, and saves nothing [spec 4.preview]', async () => {
    const { settings, sent, pass } = open();
    settings.change({ [DELAY]: 9 });
    settings.preview(template);
    expect(sent).toHaveLength(1);
    expect(settings.isReadOnly()).toBe(true);
    expect(settings.state(PRIMARY)).toMatchObject({ value: '#abcdef', origin: 'template' });
    expect(settings.state(DELAY)).toMatchObject({ value: 9, origin: 'global' });
    expect(settings.state('appearance.brandColors.textColor').origin).toBe('default');
    settings.change({ [PRIMARY]: '#000000' });
    settings.undo();
    await pass(5_000);
    expect(sent).toHaveLength(1);
    settings.preview(null);
    expect(settings.settings().appearance).toEqual(DEFAULT_SETTINGS.appearance);
    expect(settings.settings().behavior.timing.initialDelay).toBe(9);
  });

  test('can be copied into global as one step', async () => {
    const { settings, sent, pass } = open();
    settings.preview(template);
    settings.adoptPreviewed();
    expect(settings.previewed()).toBeNull();
    await pass(1_000);
    expect(sent).toEqual([template.settings]);
    settings.undo();
    expect(settings.settings()).toEqual(DEFAULT_SETTINGS);
  });
});

test('changes are at risk only where the browser cannot keep them', () => {
  const { settings, stored } = open({ stored: new BlockedMap() });
  expect(settings.isAtRisk()).toBe(false);
  settings.change({ [DELAY]: 9 });
  expect(settings.isAtRisk()).toBe(true);
  expect(stored.size).toBe(0);
});

class BlockedMap extends Map<string, string> {
  override set(): this {
    throw new Error('Quota exceeded');
  }
}
