// Payloads with one thing wrong in each: every value at every depth of a rich, good payload, taken out or replaced by
// something of another type. And the loop that runs the embed tag over many of them in one page.
import type { Page } from '@playwright/test';
import { DEFAULT_APPEARANCE, DEFAULT_BEHAVIOR } from '#shared/embed/defaults.ts';
import { styleOf } from '#shared/embed/style.ts';
import { notification, payload } from './widget-backend.ts';

type Tree = Record<string, unknown>;

/** @returns what stands in for a value: nothing, no value, another type, and the same type out of range. */
const wrongFor = (value: unknown): unknown[] => [
  undefined,
  null,
  {},
  typeof value === 'number' ? -1 : typeof value === 'string' ? 'x' : [],
];

/** @returns the path of every value in `value`, itself first. */
function pathsOf(value: unknown, path: string[] = []): string[][] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [path, ...inner.flatMap(([key, one]) => pathsOf(one, [...path, key]))];
}

/** @returns a copy of `value` in which `wrong` stands at `path`. */
function withWrong(value: unknown, [key, ...rest]: string[], wrong: unknown): unknown {
  if (key === undefined) return wrong;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as Tree) }) as Tree;
  copy[key] = withWrong(copy[key], rest, wrong);
  return copy;
}

const ON_ANY_PAGE = { match: 'all' as const, conditions: [{ type: 'page', like: [['', '/', '']] }] };

/** A payload in which every optional field is there. */
const RICH = JSON.parse(
  payload({
    notifications: [
      notification('n1', {
        image: '/photo.png',
        url: '/desks/oak',
        rating: 4,
        code: 'OAK10',
        count: 12,
        from: '✓ Shopify',
        startsAt: '2020-01-01T00:00:00Z',
        endsAt: '2999-01-01T00:00:00Z',
        style: styleOf(DEFAULT_APPEARANCE, DEFAULT_BEHAVIOR, [{ type: 'review', rating: 4, code: 'OAK10', count: 12 }]),
        rules: ON_ANY_PAGE,
      }),
    ],
  }).body,
);
RICH.proof = 'https://proofbell.example/proof/site-1/';
const { timing, interaction, visibility, queue, language } = DEFAULT_BEHAVIOR;
RICH.widget.behavior = {
  interaction,
  visibility,
  queue,
  language,
  timing: { ...timing, ...RICH.widget.behavior.timing },
};
RICH.widget.rules = ON_ANY_PAGE;

/**
 * @param under the variants of which part: a path's beginning, such as 'widget.behavior'.
 * @returns body by name: `path = wrong value`, the good one first.
 */
export function wrongPayloads(under: string): Map<string, string> {
  const bodies = new Map([['nothing wrong', JSON.stringify(RICH)]]);
  for (const path of pathsOf(RICH)) {
    const name = path.join('.');
    if (name !== under && !name.startsWith(`${under}.`)) continue;
    const value = path.reduce<unknown>((inner, key) => (inner as Tree)[key], RICH);
    for (const wrong of wrongFor(value)) {
      bodies.set(`${name} = ${JSON.stringify(wrong)}`, JSON.stringify(withWrong(RICH, path, wrong)) ?? '');
    }
  }
  return bodies;
}

/**
 * Runs the embed tag, looks at what it shows, closes that, and takes the widget off again, for one site after another.
 * @param origin of the backend.
 * @returns for each site: 'proper', 'silent', or what is wrong.
 */
export const tryEach = (page: Page, origin: string, siteIds: string[]): Promise<string[]> =>
  page.evaluate(
    async ({ origin, siteIds }) => {
      /** A payload that has come is shown, or not, within this many milliseconds. */
      const TIME = 25;
      const errors: string[] = [];
      window.addEventListener('error', ({ message }) => errors.push(message));
      window.addEventListener('unhandledrejection', ({ reason }) => errors.push(`rejected: ${reason}`));
      const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
      const find = (query: string) =>
        document.querySelector('proofbell-widget')?.shadowRoot?.querySelector<HTMLElement>(query);
      const shown = () => find('.notice:not(.gone)');
      /** By its whole address: the previous widget may still be reporting. */
      const isAnswered = (siteId: string) =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes(`/api/embed/${siteId}?`));

      /** @returns what is wrong with the notification on the screen. */
      const judge = (notification: HTMLElement): string => {
        const { left, top, right, bottom, height } = notification.getBoundingClientRect();
        const { innerWidth, innerHeight } = window;
        const text = notification.textContent ?? '';
        if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || height < 20) {
          return `stands at ${[left, top, right, bottom].map(Math.round)}`;
        }
        if (/undefined|null|NaN|\[object|function/.test(text) || !/\p{L}/u.test(text)) return `says "${text}"`;
        if (getComputedStyle(notification).backgroundColor === 'rgba(0, 0, 0, 0)') return 'has no ground';
        find('.close')?.click();
        return find('.close') && shown() ? 'cannot be closed' : 'proper';
      };
      const tryOne = async (siteId: string): Promise<string> => {
        performance.clearResourceTimings();
        localStorage.clear();
        const script = Object.assign(document.createElement('script'), { src: `${origin}/widget.js` });
        script.dataset.siteId = siteId;
        document.head.append(script);
        while (!isAnswered(siteId)) await pause(2);
        for (let waited = 0; waited < TIME && !shown(); waited += 4) await pause(4);
        const notification = shown();
        const verdict = notification ? judge(notification) : 'silent';
        (window as unknown as { Proofbell?: { destroy(): void } }).Proofbell?.destroy();
        script.remove();
        await pause(1);
        const left = document.querySelectorAll('proofbell-widget').length;
        for (const host of document.querySelectorAll('proofbell-widget')) host.remove();
        if (errors.length > 0) return `throws ${errors.splice(0)}`;
        return left > 0 ? `${verdict}, and stays after destroy()` : verdict;
      };
      const verdicts: string[] = [];
      for (const siteId of siteIds) verdicts.push(await tryOne(siteId));
      return verdicts;
    },
    { origin, siteIds },
  );
