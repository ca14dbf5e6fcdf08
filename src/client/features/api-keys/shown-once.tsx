// A new key, shown this once: to be copied, and to be tried.
import { useEffect, useRef } from 'react';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { CodeBlock } from '#client/ui/code-block.tsx';
import type { NewApiKey } from '#shared/contract/api-key.ts';
import { curlOf } from './curl.ts';
import { useInstallation } from './queries.ts';

export function ShownOnce({ made: { name, key }, onDone }: { made: NewApiKey; onDone: () => void }) {
  const { data } = useInstallation();
  const region = useRef<HTMLElement>(null);
  // The form that had the focus is gone.
  useEffect(() => region.current?.focus(), []);
  return (
    <section ref={region} tabIndex={-1} aria-label={`Key ${name}`} className="space-y-4 outline-none">
      <Alert tone="proof" title={`“${name}” is ready: copy it now`}>
        It is shown this once. We keep no copy that could be shown again.
      </Alert>
      <CodeBlock code={key} label="API key" />
      {data && <CodeBlock code={curlOf(data.publicUrl, key)} label="Try it: lists your sites" />}
      <Button variant="secondary" onClick={onDone}>
        I have copied it
      </Button>
    </section>
  );
}
