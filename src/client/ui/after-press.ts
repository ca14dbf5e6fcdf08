// What is done when a field is left by a press elsewhere may move the page, and the press would end beside what it began on:
// nothing would be pressed. So it waits until the pointer is let go, when it is settled what that presses.

let isDown = false;
let isWatching = false;

/** Call it when such a field gets the focus: the press that leaves it comes later. */
export function watchPresses(): void {
  if (isWatching) return;
  isWatching = true;
  for (const type of ['pointerdown', 'pointerup', 'pointercancel']) {
    const isStart = type === 'pointerdown';
    document.addEventListener(
      type,
      () => {
        isDown = isStart;
      },
      { capture: true },
    );
  }
}

/** Calls `act` once no pointer is down: at once, or before the click that the press becomes. */
export function afterPress(act: () => void): void {
  if (!isDown) return act();
  const ends = new AbortController();
  for (const type of ['pointerup', 'pointercancel']) {
    document.addEventListener(
      type,
      () => {
        ends.abort();
        act();
      },
      { capture: true, signal: ends.signal },
    );
  }
}
