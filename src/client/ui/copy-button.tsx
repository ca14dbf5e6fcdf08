// A button that copies a text and says for a moment that it did.
import { Check, Copy, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';

/** How long the answer stays, in milliseconds. */
const ANSWER_TIME = 2_000;

const STATES = {
  idle: { icon: Copy, look: '', said: null },
  copied: { icon: Check, look: 'text-success', said: 'Copied' },
  failed: { icon: TriangleAlert, look: 'text-danger', said: 'Select and copy by hand' },
};

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string | undefined }) {
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
        variant="secondary"
        size="sm"
        icon={<Icon aria-hidden="true" size={15} className={look} />}
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
