// The keys there are: name, what they may do, since when, when last used.
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Ledger, type LedgerColumn } from '#client/ui/ledger.tsx';
import type { ApiKey } from '#shared/contract/api-key.ts';
import { relativeTime } from '#shared/embed/relative-time.ts';
import { SCOPES } from './scopes.ts';

const DATES = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

type KeyListProps = { keys: ApiKey[]; onRevoke: (key: ApiKey) => void };

export function KeyList({ keys, onRevoke }: KeyListProps) {
  const columns: LedgerColumn<ApiKey>[] = [
    {
      key: 'name',
      header: 'Name',
      place: 'lead',
      cell: ({ name, start }) => (
        <>
          <p className="wrap-anywhere font-semibold">{name}</p>
          <p className="mt-0.5 font-mono text-meta text-muted">{start}…</p>
        </>
      ),
    },
    {
      key: 'scope',
      header: 'Access',
      cell: ({ scope }) => <Badge tone={scope === 'write' ? 'proof' : 'neutral'}>{SCOPES[scope].label}</Badge>,
    },
    { key: 'created', header: 'Created', cell: ({ createdAt }) => DATES.format(new Date(createdAt)) },
    {
      key: 'used',
      header: 'Last used',
      cell: ({ lastUsedAt }) =>
        lastUsedAt ? relativeTime(lastUsedAt, Date.now(), 'en') : <span className="text-muted">Never</span>,
    },
    {
      key: 'revoke',
      header: 'Revoke',
      place: 'corner',
      align: 'end',
      cell: (key) => (
        <Button variant="secondary" size="sm" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
          Revoke
        </Button>
      ),
    },
  ];
  return <Ledger label="API keys" columns={columns} rows={keys} rowKey={({ id }) => id} />;
}
