// The account's keys: a new one shown once, those there are, and revoking them.
import { useState } from 'react';
import { faultOf } from '#client/api/faults.ts';
import { ListFallback } from '#client/ui/list-fallback.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { ApiKey, NewApiKey } from '#shared/contract/api-key.ts';
import { KeyList } from './key-list.tsx';
import { NewKeyForm } from './new-key-form.tsx';
import { useApiKeys } from './queries.ts';
import { RevokeKey } from './revoke-key.tsx';
import { ShownOnce } from './shown-once.tsx';

export function ApiKeysPanel() {
  const { data: keys, isError, error, isFetching, refetch } = useApiKeys();
  const [made, setMade] = useState<NewApiKey | null>(null);
  const [leaving, setLeaving] = useState<ApiKey | null>(null);
  return (
    <>
      <Panel
        title="New API key"
        description="One for each script, so that you can revoke it alone. A key reaches all your sites, and nothing of your account."
      >
        {made ? <ShownOnce made={made} onDone={() => setMade(null)} /> : <NewKeyForm onMade={setMade} />}
      </Panel>
      <Panel title="API keys">
        {keys ? (
          keys.length > 0 ? (
            <KeyList keys={keys} onRevoke={setLeaving} />
          ) : (
            <p className="text-muted">None yet. The first one you create is listed here.</p>
          )
        ) : (
          <ListFallback
            noun="keys"
            fault={isError ? faultOf(error).message : null}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {leaving && (
          <RevokeKey
            apiKey={leaving}
            onClose={() => setLeaving(null)}
            onRevoked={() => made?.id === leaving.id && setMade(null)}
          />
        )}
      </Panel>
    </>
  );
}
