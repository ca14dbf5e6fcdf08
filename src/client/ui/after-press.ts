// What is done when a field is left by a press elsewhere may move the page, and the press would end beside what it began on:
// nothing would be pressed. So it waits until the pointer is let go, when it is settled what that presses.

let isDown = false;

/** Call it once, when the app starts. */
export function watchPresses(): void {
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
  if (!isDown) {
    act();
    return;
  }
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
