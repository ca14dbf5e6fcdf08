// The app's keyboard shortcuts: which key means what, and when a key press is none of ours. What they do is in
// commands.tsx.
import { useEffectEvent, useLayoutEffect } from 'react';

/** How long after `g` a letter still leads to a screen, in ms. */
const GO_TIME = 1_500;

/** For hints; on an iPad with a keyboard, too. */
export const isApple = /Mac|iP(hone|ad|od)/.test(navigator.platform);
/** What opens the palette. */
export const PALETTE_KEYS = isApple ? ['⌘', 'K'] : ['Ctrl', 'K'];

export type Shortcut = { kind: 'palette' } | { kind: 'keys' } | { kind: 'go'; letter: string };

/** What is read of a key press. */
type Press = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'isComposing' | 'timeStamp'
>;

/**
 * @param letters after `g`.
 * @returns a function that reads one key press after the other: the shortcut that it completes, 'begun' for the first key
 * of one, null for a key of somebody else's.
 */
export function createKeyReader(letters: ReadonlySet<string>) {
  /** When `g` was pressed. */
  let begun = Number.NEGATIVE_INFINITY;
  return function read(press: Press, isTyping: boolean): Shortcut | 'begun' | null {
    const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing, timeStamp } = press;
    const isGoing = timeStamp - begun < GO_TIME;
    begun = Number.NEGATIVE_INFINITY;
    // An input method's keys are letters to come (Safari says so only by the key's name).
    if (isComposing || key === 'Process' || repeat || altKey) return null;
    // Not a character, so also while typing. With Shift it opens Firefox's console.
    if (ctrlKey !== metaKey) return key.toLowerCase() === 'k' && !shiftKey ? { kind: 'palette' } : null;
    if (ctrlKey || isTyping) return null;
    if (key === '?') return { kind: 'keys' };
    const letter = key.toLowerCase();
    if (isGoing && letters.has(letter)) return { kind: 'go', letter };
    if (letter !== 'g') return null;
    begun = timeStamp;
    return 'begun';
  };
}

/** Where letters are text, or choose an entry that begins with them. */
const TYPED_INTO = `input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range]), textarea, select,
  [contenteditable]:not([contenteditable=false]), [role=textbox], [role=combobox], [role=listbox], [role=menu]`;
/** They have the keyboard for themselves. */
const OPEN_DIALOG = '[role=dialog], [role=alertdialog]';

/** @param run does what a shortcut stands for; null while shortcuts are off. */
export function useShortcuts(letters: ReadonlySet<string>, run: ((shortcut: Shortcut) => void) | null): void {
  const act = useEffectEvent((shortcut: Shortcut) => run?.(shortcut));
  const isOn = run !== null;
  // Before the screen is seen: an effect after that misses the key of somebody who is quick, or whose machine is slow.
  useLayoutEffect(() => {
    if (!isOn) return;
    const read = createKeyReader(letters);
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector(OPEN_DIALOG)) return;
      const isTyping = event.target instanceof Element && event.target.closest(TYPED_INTO) !== null;
      const shortcut = read(event, isTyping);
      if (shortcut === null) return;
      event.preventDefault();
      if (shortcut !== 'begun') act(shortcut);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [letters, isOn]);
}
