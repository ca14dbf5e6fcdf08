// What needs attention on a site in two or three words, for lists of sites; the site's dashboard says more.
import type { SiteSummary, SummaryAttention } from '#shared/contract/stats.ts';

/** The most urgent first. */
export const ATTENTION_WORDS: Record<SummaryAttention, string> = {
  'paused-by-guard': 'Paused: it cost orders',
  'not-seen': 'Snippet not seen',
  'refused-domain': 'Domain not on the list',
  'source-disconnected': 'Source disconnected',
  'source-off': 'Webhooks switched off',
  'source-refused': 'Delivery refused',
  'source-needs-secret': 'Source not connected yet',
  'silent-notification': 'Notification not displayed',
};

const ORDER = Object.keys(ATTENTION_WORDS);

/** @returns a number to sort by, the most urgent first; null for what needs none. */
export const urgencyOf = (attention: SummaryAttention | null | undefined): number | null =>
  attention ? ORDER.indexOf(attention) : null;

/** @returns whether something is lost until it is mended, rather than unfinished or without effect. */
export const isUrgent = (attention: SummaryAttention): boolean =>
  attention !== 'source-needs-secret' && attention !== 'silent-notification';

/** @returns how many of `sites` need attention: '3 of 40 sites need attention. 2 haven't been seen yet.' */
export function describeSites(sites: readonly Pick<SiteSummary, 'attention' | 'lastSeenAt'>[]): string {
  const needing = sites.filter(({ attention }) => attention).length;
  const unseen = sites.filter(({ lastSeenAt }) => lastSeenAt === null).length;
  const first = needing
    ? `${needing} of ${sites.length} sites ${needing === 1 ? 'needs' : 'need'} attention.`
    : 'No site needs attention.';
  return unseen ? `${first} ${unseen} ${unseen === 1 ? "hasn't" : "haven't"} been seen yet.` : first;
}
