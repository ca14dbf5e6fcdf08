// What an integration is called on the screen: people note names, scripts may keep objects.
import type { Integration } from '#shared/contract/account.ts';

/** Keys of an object that may hold its name, the best first. */
const NAME_KEYS = ['name', 'displayName', 'title', 'label', 'id', 'type'];

/** @returns the integration's name; of an object the one it carries, else 'Unnamed'. */
export function integrationName(integration: Integration): string {
  if (typeof integration === 'string') return integration;
  for (const key of NAME_KEYS) {
    const value = integration[key];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return 'Unnamed';
}

/** @returns `list` without its entry `gone`; of several alike, one goes. */
export function withoutIntegration(list: readonly Integration[], gone: Integration): Integration[] {
  const text = JSON.stringify(gone);
  const at = list.findIndex((one) => JSON.stringify(one) === text);
  return at < 0 ? [...list] : list.toSpliced(at, 1);
}
