// Radio buttons whose arrow keys choose at once. Radix alone moves the focus a moment later, and then chooses only if the
// key is still down: a quick finger on a slow computer would move the focus and choose nothing.
import { RadioGroup } from 'radix-ui';
import type { ComponentProps, KeyboardEvent } from 'react';

const STEPS: Record<string, -1 | 1> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

function step(event: KeyboardEvent<HTMLElement>): void {
  const by = STEPS[event.key];
  if (!by || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]:enabled')];
  const at = items.indexOf(event.target as HTMLElement);
  const next = items.at((at + by) % items.length);
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
  next.click();
}

/** Radix' `RadioGroup.Root`, for its `RadioGroup.Item`. */
export const RadioRoot = (props: ComponentProps<typeof RadioGroup.Root>) => (
  <RadioGroup.Root {...props} onKeyDownCapture={step} />
);
