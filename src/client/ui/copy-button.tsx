// A button that copies text and briefly confirms it.
import { Check, Copy, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';

/** How long the confirmation shows, in ms. */
const ANSWER_TIME = 1_800;

const STATES = {
  idle: { icon: Copy, look: '', said: null },
  copied: { icon: Check, look: 'text-success', said: 'Copied' },
  failed: { icon: TriangleAlert, look: 'text-danger', said: 'Select and copy manually' },
};

type CopyButtonProps = {
  text: string;
  label?: string | undefined;
  /** Whether it is what the screen is about. */
  isMain?: boolean | undefined;
};

export function CopyButton({ text, label = 'Copy', isMain = false }: CopyButtonProps) {
  const [state, setState] = useState<keyof typeof STATES>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), ANSWER_TIME);
    return () => clearTimeout(timer);
  }, [state]);
  const { icon: Icon, look, said } = STATES[state];
  return (
    <>
      <Button
        variant={isMain ? 'primary' : 'secondary'}
        size="sm"
        icon={<Icon aria-hidden="true" size={15} className={isMain ? '' : look} />}
        onClick={async () => setState((await copyText(text)) ? 'copied' : 'failed')}
      >
        {said ?? label}
      </Button>
      <span aria-live="polite" className="sr-only">
        {said}
      </span>
    </>
  );
}

/**
 * Copies text even on pages served over plain http, such as on a local network, where the clipboard API is missing.
 * @returns whether the text is on the clipboard
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.className = 'sr-only';
  const focused = document.activeElement;
  // Append it inside an open dialog, or the dialog's focus trap would steal the selection.
  (document.activeElement?.closest('[role=dialog]') ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
