// A short label on hover and on keyboard focus: one for the whole page, which costs a button no more than an attribute.
// It only repeats the name that the button has for screen readers, and is never the only place for important
// information: touch devices show no tooltips.
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

type Side = 'top' | 'right';

/** How long the pointer rests before a label appears, and how long the way from the button to its label may take; in ms. */
const REST = 400;
const LEAVE = 120;
/** Pixels to the button, and to the edges of the window. */
const GAP = 6;
const EDGE = 8;

/** @returns what makes an element show `label`; its accessible name should say the same. */
export const tooltip = (label: string, side: Side = 'top') => ({ 'data-tooltip': label, 'data-tooltip-side': side });

const MARKED = '[data-tooltip]';
/** What is open needs no label any more: it would cover what opened. */
const markedAt = (target: EventTarget | null): HTMLElement | null => {
  const marked = target instanceof Element ? target.closest<HTMLElement>(MARKED) : null;
  return marked?.ariaExpanded === 'true' ? null : marked;
};

/** Rendered once, at the root. */
export function Tooltips() {
  const [owner, setOwner] = useState<HTMLElement | null>(null);
  const bubble = useRef<HTMLDivElement>(null);
  useEffect(() => watch(setOwner, bubble), []);
  useLayoutEffect(() => {
    if (owner && bubble.current) place(bubble.current, owner);
  }, [owner]);
  if (!owner) return null;
  return (
    <div
      ref={bubble}
      role="tooltip"
      className="fixed top-0 left-0 z-60 w-max max-w-64 animate-fade-in rounded-control bg-ink px-2 py-1 font-medium text-meta text-paper"
    >
      {owner.dataset.tooltip}
    </div>
  );
}

/** Puts `bubble` beside `owner` and inside the window; above becomes below where there is no room. */
function place(bubble: HTMLElement, owner: HTMLElement): void {
  const at = owner.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const isRight = owner.dataset.tooltipSide === 'right';
  const above = at.top - height - GAP;
  const left = isRight ? at.right + GAP : at.left + (at.width - width) / 2;
  const top = isRight ? at.top + (at.height - height) / 2 : above < EDGE ? at.bottom + GAP : above;
  bubble.style.left = `${Math.max(EDGE, Math.min(left, window.innerWidth - width - EDGE))}px`;
  bubble.style.top = `${Math.max(EDGE, Math.min(top, window.innerHeight - height - EDGE))}px`;
}

/** Tells `show` which element's label is to be seen. @returns a function that stops it. */
function watch(show: (owner: HTMLElement | null) => void, bubble: { current: HTMLElement | null }): () => void {
  let owner: HTMLElement | null = null;
  /** Over which the pointer is resting. */
  let near: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Focus that a dialog or a menu moves by itself opens no label. */
  let isTabbing = false;
  const set = (next: HTMLElement | null, delay = 0) => {
    clearTimeout(timer);
    near = next;
    const change = () => {
      owner = next?.isConnected ? next : null;
      show(owner);
    };
    if (delay > 0) timer = setTimeout(change, delay);
    else change();
  };
  const hide = () => {
    if (owner || near) set(null);
  };
  const events: { [Name in keyof DocumentEventMap]?: (event: DocumentEventMap[Name]) => void } = {
    pointerover({ target, pointerType }) {
      if (pointerType === 'touch') return;
      const next = markedAt(target);
      // A label can be pointed at, too (WCAG 1.4.13).
      if (owner && (next === owner || (target instanceof Node && bubble.current?.contains(target)))) set(owner);
      else if (next) next !== near && set(next, owner ? 0 : REST);
      else if (owner || near) set(null, owner ? LEAVE : 0);
    },
    // Without an element to go to, it leaves the window.
    pointerout({ relatedTarget }) {
      if (relatedTarget === null) hide();
    },
    pointerdown: hide,
    focusin({ target }) {
      const next = markedAt(target);
      if (next && isTabbing && next.matches(':focus-visible')) set(next);
      else if (owner !== next) hide();
    },
    focusout: hide,
    keydown({ key }) {
      isTabbing = key === 'Tab';
      hide();
    },
    keyup() {
      isTabbing = false;
    },
    scroll: hide,
  };
  const each = Object.entries(events) as [string, EventListener][];
  for (const [name, run] of each) document.addEventListener(name, run, { capture: true, passive: true });
  window.addEventListener('blur', hide);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('blur', hide);
    for (const [name, run] of each) document.removeEventListener(name, run, { capture: true });
  };
}
