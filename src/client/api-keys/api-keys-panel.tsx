// The account's API keys: create (shown once), list and revoke. On a site's Developer Tools, and in the user's settings.
import { useEffect, useRef, useState } from 'react';
import { useApiKeys, useRevokeApiKey } from '#client/data/api-keys.ts';
import { useInstallation } from '#client/data/installation.ts';
import { useReopened } from '#client/form/kept-drafts.tsx';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { ConfirmAction } from '#client/ui/confirm-action.tsx';
import { ListFallback } from '#client/ui/list-fallback.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { ApiKey, ApiKeyScope, NewApiKey } from '#shared/contract/api-key.ts';
import { curlOf, type RestCall } from '#shared/rest-examples.ts';
import { KeyList } from './key-list.tsx';
import { NEW_KEY_FORM, NewKeyForm } from './new-key-form.tsx';

type ApiKeysPanelProps = {
  /** Told which new key is on the screen, and that it no longer is. */
  onShown?: ((key: string | null) => void) | undefined;
  /** Whether the form for a new key opens by a button only. */
  isFolded?: boolean | undefined;
  /** What a new key may do unless its owner says otherwise: what the examples beside it need. */
  scope?: ApiKeyScope | undefined;
};

export function ApiKeysPanel({ onShown, isFolded = false, scope = 'read' }: ApiKeysPanelProps) {
  const [isOpen, setIsOpen] = useState(!isFolded);
  useReopened(NEW_KEY_FORM, () => setIsOpen(true));
  const query = useApiKeys();
  const keys = query.data;
  const [created, setShown] = useState<NewApiKey | null>(null);
  const setCreated = (shown: NewApiKey | null) => {
    setShown(shown);
    onShown?.(shown?.key ?? null);
  };
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  return (
    <>
      {isOpen && (
        <Panel title="New API key" description="One per script, for all your sites. It can't change your account.">
          {created ? (
            <ShownOnce created={created} hasExample={onShown !== undefined} onDone={() => setCreated(null)} />
          ) : (
            <NewKeyForm onCreated={setCreated} takesFocus={isFolded} scope={scope} />
          )}
        </Panel>
      )}
      <Panel
        title="API keys"
        description={isOpen ? undefined : 'For your scripts, on all your sites.'}
        action={
          !isOpen && (
            <Button variant="secondary" onClick={() => setIsOpen(true)}>
              New API key
            </Button>
          )
        }
      >
        {keys ? (
          keys.length > 0 ? (
            <KeyList keys={keys} onRevoke={setRevoking} />
          ) : (
            <p className="text-muted">None yet. Keys you create are listed here.</p>
          )
        ) : (
          <ListFallback noun="keys" query={query} />
        )}
        {revoking && (
          <RevokeKey
            apiKey={revoking}
            onClose={() => setRevoking(null)}
            onRevoked={() => created?.id === revoking.id && setCreated(null)}
          />
        )}
      </Panel>
    </>
  );
}

type ShownOnceProps = { created: NewApiKey; hasExample: boolean; onDone: () => void };

/** A new key, shown once, with an example call unless the screen has one. */
function ShownOnce({ created: { name, key }, hasExample, onDone }: ShownOnceProps) {
  const { data } = useInstallation();
  const region = useRef<HTMLElement>(null);
  // The form that had focus is gone.
  useEffect(() => region.current?.focus(), []);
  return (
    <section ref={region} tabIndex={-1} aria-label={`Key ${name}`} className="space-y-4 outline-none">
      <Alert tone="proof" title={`“${name}” is ready`}>
        Copy it now. You won't be able to see it again.
      </Alert>
      <CodeBlock code={key} label="API key" />
      {data && !hasExample && (
        <CodeBlock code={curlOf(FIRST_CALL, { origin: data.publicUrl, key })} label="Try it: list your sites" />
      )}
      <Button variant="secondary" onClick={onDone}>
        I've copied it
      </Button>
    </section>
  );
}

/** An integrator's first call. */
const FIRST_CALL: RestCall = { method: 'GET', path: '/api/sites' };

type RevokeKeyProps = { apiKey: ApiKey; onClose: () => void; onRevoked: () => void };

/** Asks before revoking a key: anything that uses it stops working. */
function RevokeKey({ apiKey: { id, name }, onClose, onRevoked }: RevokeKeyProps) {
  const revoke = useRevokeApiKey();
  return (
    <ConfirmAction
      title={<span className="wrap-anywhere">Revoke “{name}”?</span>}
      description="Anything that uses this key stops working right away. You can't restore it, but you can create a new one."
      confirmLabel="Revoke key"
      tone="danger"
      run={() => revoke.mutateAsync({ id })}
      done={{ title: 'Key revoked', description: `“${name}” no longer works.` }}
      failed={{ title: 'Failed to revoke key' }}
      onDone={onRevoked}
      onClose={onClose}
    />
  );
}
