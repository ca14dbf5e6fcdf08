// What the two kinds of keys may do, in words.
import type { ApiKeyScope } from '#shared/contract/api-key.ts';

export const SCOPES: Record<ApiKeyScope, { label: string; meaning: string }> = {
  read: { label: 'Read', meaning: 'Sees sites, widgets, notifications and statistics. Changes nothing.' },
  write: { label: 'Read and write', meaning: 'Sees them, and may create, change and delete them.' },
};
