// The secret that a source's deliveries are signed with: shown once if we made it, pasted if the vendor did, and replaced
// without losing a delivery, since the one before works for another day.

import { useState } from 'react';
import { z } from 'zod';
import { useNewSecret, useReplaceSecret } from '#client/data/sources.ts';
import { TextField } from '#client/form/fields.tsx';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { dateOf, timeOf } from '#client/format/dates.ts';
import { useNow } from '#client/hooks/use-now.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { ConfirmButton } from '#client/ui/confirm-button.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { type Source, updateSourceInput } from '#shared/contract/source.ts';
import { SOURCE_KIND_FACTS } from '#shared/source-kinds.ts';
import { MINUTE } from '#shared/time.ts';
import { secretOf } from './source-words.ts';

const OLD_ONE = 'Deliveries signed with the old secret are accepted for one more day, so that none is lost.';

export function SecretPart({ source }: { source: Source }) {
  const { secret, forget } = useNewSecret(source.id);
  const [isPasting, setIsPasting] = useState(false);
  const isOurs = SOURCE_KIND_FACTS[source.kind].secret === 'ours';
  if (secret !== null) return <ShownOnce secret={secret} onDone={forget} />;
  if (!source.hasSecret || isPasting) return <PasteSecret source={source} onDone={() => setIsPasting(false)} />;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-muted text-table">
        <span className="font-semibold text-ink">The secret is set.</span> It's kept encrypted and never shown again.
        <PreviousSecret source={source} />
      </p>
      {isOurs ? (
        <ReplaceOurs source={source} />
      ) : (
        <Button variant="secondary" size="sm" onClick={() => setIsPasting(true)}>
          Replace secret
        </Button>
      )}
    </div>
  );
}

function PreviousSecret({ source: { previousSecretUntil } }: { source: Source }) {
  const now = useNow(MINUTE);
  if (previousSecretUntil === null || Date.parse(previousSecretUntil) <= now) return null;
  return (
    <>
      {' '}
      The previous secret works until {dateOf(previousSecretUntil)}, {timeOf(previousSecretUntil)}.
    </>
  );
}

function ShownOnce({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <section aria-label="New secret" className="space-y-3">
      <CodeBlock code={secret} label="Secret" />
      <Alert
        tone="info"
        title="Copy it now"
        action={
          <Button variant="secondary" size="sm" onClick={onDone}>
            I've copied it
          </Button>
        }
      >
        This is the only time it's shown. Whoever has it can put notifications on your site.
      </Alert>
    </section>
  );
}

/** Vendors' own names for it. */
const NAMES: Partial<Record<Source['kind'], { label: string; placeholder: string }>> = {
  shopify: { label: 'Webhook signing secret', placeholder: '64 letters and digits' },
  stripe: { label: 'Signing secret', placeholder: 'whsec_…' },
};

const schema = z.object({ secret: updateSourceInput.shape.secret.unwrap() });

function PasteSecret({ source, onDone }: { source: Source; onDone: () => void }) {
  const replace = useReplaceSecret(source);
  const [isAsking, setIsAsking] = useState(false);
  const { label, placeholder } = NAMES[source.kind] ?? { label: 'Secret', placeholder: '' };
  const form = useServerForm({
    schema,
    defaultValues: { secret: '' },
    save: ({ secret }) => replace.paste(secret),
    success: { title: 'Secret saved' },
    onSaved: onDone,
  });
  const submit = async () => {
    if (!source.hasSecret) await form.submit();
    else if (await form.trigger('secret', { shouldFocus: true })) setIsAsking(true);
  };
  const confirm = async () => {
    await form.submit();
    setIsAsking(false);
  };
  return (
    <ServerForm form={form} failureTitle="Couldn't save the secret" onSubmit={() => void submit()}>
      <div className="grid gap-3 sm:flex sm:flex-wrap sm:items-start">
        <div className="min-w-0 flex-1 basis-64">
          <TextField
            form={form}
            name="secret"
            label={label}
            placeholder={placeholder}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono"
          />
        </div>
        {/* In line with the input, below its label. */}
        <div className="flex gap-2 sm:pt-[26px]">
          <Button type="submit" size="lg" isBusy={form.isBusy} busyLabel="Saving...">
            Save secret
          </Button>
          {source.hasSecret && (
            <Button variant="secondary" size="lg" onClick={onDone} disabled={form.isBusy}>
              Cancel
            </Button>
          )}
        </div>
      </div>
      {isAsking && (
        <ConfirmDialog
          isOpen
          onOpenChange={setIsAsking}
          title="Replace the secret?"
          description={OLD_ONE}
          confirmLabel="Replace secret"
          isBusy={form.isBusy}
          onConfirm={() => void confirm()}
        />
      )}
    </ServerForm>
  );
}

/** One that we make: 32 random bytes, as the server makes the first. */
function ReplaceOurs({ source }: { source: Source }) {
  const replace = useReplaceSecret(source);
  const kind = source.kind === 'webhook' ? 'webhook' : 'woocommerce';
  return (
    <ConfirmButton
      size="sm"
      title="Make a new secret?"
      description={`Give the new one to the sender. ${OLD_ONE}`}
      confirmLabel="Make a new secret"
      run={() => replace.replaceByOwn(secretOf(kind, crypto.getRandomValues(new Uint8Array(32))))}
      failed={{ title: 'Failed to replace the secret' }}
    />
  );
}
