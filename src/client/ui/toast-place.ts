// Where a toast stands: at the bottom, in reach of a thumb and above the on-screen keyboard, and higher where it would
// cover what it is about, or what comes next: what was just pressed or typed into, the button that sends the form, the
// message inside it, and every loud button of the page or of what opens over it meanwhile.
import { type RefObject, useEffect, useLayoutEffect } from 'react';

/** Pixels between a toast and what it leaves free. */
const GAP = 8;
/** What is higher than this part of the window can't be left free. */
const MOST = 0.4;

type Span = { top: number; bottom: number };

/**
 * @param height of the toast. @param floor the lowest line it may touch. @param ceiling the highest.
 * @param taken what it should leave free, in any order.
 * @returns where its lower edge goes; the floor if there is no room anywhere.
 */
export function clearPlace(height: number, floor: number, ceiling: number, taken: readonly Span[]): number {
  let bottom = floor;
  for (const { top, bottom: end } of [...taken].sort((a, b) => b.bottom - a.bottom)) {
    if (top < bottom && end > bottom - height) bottom = top - GAP;
  }
  return bottom - height < ceiling ? floor : bottom;
}

/** What was pressed last: on phones a press moves no focus. */
let pressed: Element | null = null;

/** @returns what a toast that comes now is about. */
function subjects(): Element[] {
  const focused = document.activeElement === document.body ? null : document.activeElement;
  const own = [focused, pressed?.isConnected ? pressed : null].filter((one) => one !== null);
  const forms = own.flatMap((one) => one.closest('form') ?? []);
  // Behind an open dialog nothing is pressed.
  const loud = [...document.querySelectorAll('[data-loud]')].filter((one) => !one.closest('[aria-hidden=true]'));
  return [
    ...own,
    ...loud,
    ...forms.flatMap((form) => [...form.querySelectorAll('[type=submit], [role=alert]')]),
    ...document.querySelectorAll('[role=dialog] > footer, [role=alertdialog] footer, main [role=alert]'),
  ];
}

/** @param viewport the layer of the toasts. @param key changes with what it shows. */
export function useToastPlace(viewport: RefObject<HTMLElement | null>, key: unknown): void {
  useEffect(() => {
    const onPress = ({ target }: PointerEvent) => {
      if (!(target instanceof Element) || viewport.current?.contains(target)) return;
      pressed = target.closest('button, a, input, textarea, select, label, [role=menuitem], [role=option]');
    };
    document.addEventListener('pointerdown', onPress, { capture: true, passive: true });
    return () => document.removeEventListener('pointerdown', onPress, { capture: true });
  }, [viewport]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another toast may have another height and subject
  useLayoutEffect(() => {
    const layer = viewport.current;
    const card = layer?.querySelector('li');
    if (!layer || !card) return;
    const place = () => {
      const screen = window.visualViewport;
      const floor = screen ? Math.min(window.innerHeight, screen.offsetTop + screen.height) : window.innerHeight;
      const { left, right } = card.getBoundingClientRect();
      const taken = subjects()
        .filter((one) => !layer.contains(one))
        .map((one) => one.getBoundingClientRect())
        .filter((at) => at.right > left && at.left < right && at.height > 0 && at.height < window.innerHeight * MOST);
      const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
      const bottom = clearPlace(layer.offsetHeight, floor, Math.max(0, header), taken);
      layer.style.bottom = `${window.innerHeight - bottom}px`;
    };
    place();
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('resize', place, { signal });
    window.visualViewport?.addEventListener('resize', place, { signal });
    document.addEventListener('scroll', place, { capture: true, passive: true, signal });
    document.addEventListener('animationend', place, { capture: true, signal });
    // What it is about may lead to another page, or open something over it.
    let frame = 0;
    const changes = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(place);
    });
    changes.observe(document.body, { childList: true, subtree: true });
    return () => {
      listening.abort();
      changes.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [key, viewport]);
}
