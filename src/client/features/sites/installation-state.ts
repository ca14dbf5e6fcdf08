// What the server's sightings of a snippet mean to its owner. Pure.
import type { Installation } from '#shared/contract/installation.ts';
import type { Site } from '#shared/contract/site.ts';
import { isAllowedHost } from '#shared/embed/protocol.ts';

/** Why a page with a snippet shows nothing. */
type InstallationProblem =
  | { kind: 'refused'; host: string; lastSeenAt: string }
  | { kind: 'other-id'; host: string; lastSeenAt: string; id: string };

/**
 * @param domains the site's as they are now: a domain that was added since is no problem any more.
 * @returns where the snippet was seen last, null if nowhere, and where else; and what isn't mended yet, the latest first.
 */
export function installationState(
  { hosts, refused, otherIds }: Pick<Installation, 'hosts' | 'refused' | 'otherIds'>,
  { domains }: Pick<Site, 'domains'>,
) {
  const [seen = null, ...others] = hosts;
  const wasSeenSince = (host: string, at: string) => hosts.some((one) => one.host === host && one.lastSeenAt > at);
  const problems: InstallationProblem[] = [
    ...refused
      .filter(({ host }) => !isAllowedHost(host, domains))
      .map(({ host, lastSeenAt }) => ({ kind: 'refused' as const, host, lastSeenAt })),
    ...otherIds
      .filter(({ host, lastSeenAt }) => isAllowedHost(host, domains) && !wasSeenSince(host, lastSeenAt))
      .map((one) => ({ kind: 'other-id' as const, ...one })),
  ];
  return { seen, others, problems: problems.sort((a, b) => b.lastSeenAt.localeCompare(a.lastSeenAt)) };
}
