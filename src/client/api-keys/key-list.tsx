// The list of keys: name, access, creation, last use.
import { dateOf } from '#client/format/dates.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Table, type TableColumns } from '#client/ui/table.tsx';
import type { ApiKey, ApiKeyScope } from '#shared/contract/api-key.ts';
import { relativeTime } from '#shared/embed/relative-time.ts';

/** What each kind of key can do. */
export const SCOPES: Record<ApiKeyScope, { label: string; meaning: string }> = {
  read: { label: 'Read', meaning: 'Can see sites, widgets, notifications and statistics, but not change them.' },
  write: { label: 'Read and write', meaning: 'Can also create, change and delete them.' },
};

type KeyListProps = { keys: ApiKey[]; onRevoke: (key: ApiKey) => void };

export function KeyList({ keys, onRevoke }: KeyListProps) {
  const columns: TableColumns<ApiKey> = [
    {
      key: 'name',
      header: 'Name',
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
    { key: 'created', header: 'Created', cell: ({ createdAt }) => dateOf(createdAt) },
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
  return <Table label="API keys" columns={columns} rows={keys} rowKey={({ id }) => id} />;
}
