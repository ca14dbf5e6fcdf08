// Who takes part in an epoch (docs/decisions/026-effect.md): each browser draws its arm at its first notification of an
// epoch, keeps it, and reports it once. Goals count for a week after that, each once. In the file of conditions, which a
// browser loads when it has to draw.

import type { Facts } from '#shared/embed/facts.ts';
import type { EmbedEpoch, Interaction, LoadedPayload } from '#shared/embed/payload.ts';
import { rulesHold } from '#shared/embed/rules.ts';
import { armName, DAY, type Enrolment, EPOCH, type Store } from './memory.ts';
import type { after } from './quiet.ts';

/** How long what another tab stored may take to arrive in this one, in milliseconds. */
const SPREAD_TIME = 200;
/** How long another tab may keep this one waiting, which a browser may have put to sleep, in milliseconds. */
const LOCK_TIME = 3_000;
/** The most that a goal may be worth: with anything else the server would refuse the whole report. */
const VALUE_MAX = 1e12;

/** @returns a browser's part in an epoch, drawn now. It is enrolled once it has a day. */
const drawn = ({ id, share }: EmbedEpoch): Enrolment => ({
  id,
  // Not Math.random, which pages replace: with a seed, all of a site's browsers would draw the same. 2^32 is so large that
  // each percent is as likely.
  arm: (crypto.getRandomValues(new Uint32Array(1))[0] as number) % 100 < share ? 0 : 1,
});

export type Epoch = {
  /**
   * Settles how this browser takes part: enrols it, or deletes what is stored of another epoch where there is none now.
   * @param then called once that is done, or storage refused it.
   */
  draw(then: () => void): void;
  /** Counts a goal that the page's code or an element reports; ignores unknown ones. */
  goal(key: string, options?: { value?: unknown }): void;
  /** Call when the visitor has arrived on a page: it may be a goal. */
  arrive(): void;
};

/** What the widget does for it, each under no name, because it is in another file. */
export type EpochParts = [
  /** How this browser takes part in the payload's epoch, 0 if it doesn't; undefined if that is to be settled. */
  enrolment: () => Enrolment | 0 | undefined,
  store: Store,
  add: (event: Interaction) => void,
  sendAll: () => void,
  emit: (event: 'enrol', name: string) => void,
];

/**
 * @param run the widget's own timer.
 * @param payload the one in use: a newer one is written into it.
 */
export function joinEpoch(
  { document, location, navigator }: Window,
  signal: AbortSignal,
  run: typeof after,
  payload: Pick<LoadedPayload, 'epoch'>,
  ...[enrolment, store, add, sendAll, emit]: EpochParts
): Epoch {
  /** @returns whether it was stored. */
  const keep = (own?: Enrolment) => store.set(EPOCH, own ? JSON.stringify(own) : '');
  // At once: the page may be left for the next one.
  const report = (event: Interaction) => {
    add(event);
    sendAll();
  };
  const reach = (goal: string, value?: unknown) => {
    const own = enrolment();
    if (!own) return;
    const { id, arm, day, goals = {} } = own;
    // Once its time is over it keeps its arm, but nothing that it does counts.
    if (!day) return;
    // What can't be marked would count again on the next page.
    if ((goals[goal] ?? 0) > 0 || !keep({ ...own, goals: { ...goals, [goal]: 1 } })) return;
    const isValue = typeof value === 'number' && value >= 0 && value <= VALUE_MAX;
    report({ type: 'goal', epoch: id, arm, goal, ...(isValue && { value }) });
  };
  const goal: Epoch['goal'] = (key, options) => {
    if (payload.epoch?.goals?.[key] === 0) reach(key, options?.value);
  };
  const onClick = ({ target }: Event) => {
    const marked = (target as Partial<Element>).closest?.<HTMLElement>('[data-proofbell-goal]');
    if (marked) goal(marked.dataset.proofbellGoal as string);
  };
  const watchClicks = () => {
    if (!Object.values(payload.epoch?.goals ?? {}).includes(0)) return;
    // On the way down, because pages end the way up. The same listener is added once.
    document.addEventListener('click', onClick, { capture: true, signal });
  };
  return {
    draw(then) {
      const pause = () => new Promise<void>((resolve) => run(SPREAD_TIME, resolve));
      // What is stored reaches other tabs later than the lock is passed on: whoever has it waits until they see what came
      // before, and then until others see the same.
      const settle = async () => {
        await pause();
        if (signal.aborted || enrolment() !== undefined) return;
        const { epoch } = payload;
        // What storage refuses isn't kept in memory, either: nobody is enrolled for one page.
        if (!keep(epoch && drawn(epoch))) keep();
        await pause();
        const own = enrolment();
        // Whoever left in between takes no part.
        if (!own || !keep({ ...own, day: Math.floor(Date.now() / DAY) })) return;
        report({ type: 'enrol', epoch: own.id, arm: own.arm });
        emit('enrol', armName(own));
        watchClicks();
      };
      const alone = async () => {
        const locks = navigator.locks as LockManager | undefined;
        if (!locks) return settle();
        const waiting = new AbortController();
        run(LOCK_TIME, () => waiting.abort());
        return locks.request(`proofbell ${payload.epoch?.id}`, { signal: waiting.signal }, settle);
      };
      alone()
        .catch(() => {})
        .then(then);
    },
    goal,
    arrive() {
      watchClicks();
      const facts = { href: location.href } as Facts;
      for (const [key, rules] of Object.entries(payload.epoch?.goals ?? {})) {
        if (rules && rulesHold(rules, facts)) reach(key);
      }
    },
  };
}
