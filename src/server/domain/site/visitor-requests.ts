// What leaves a visitor's browser, for a site's data statement: requests to this server, and pictures from wherever they are.
// Pure.
import type { DataStatement } from '#shared/contract/data-statement.ts';
import type { Notification } from '#shared/contract/notification.ts';
import { isAllowedHost } from '#shared/embed/protocol.ts';
import { readUrl } from '#shared/embed/read-url.ts';
import {
  LOADED_FOR_CONDITIONS,
  LOADED_WHILE_MEASURED,
  OPENED_BY_MARK,
  SENT_BY_WIDGET,
  SENT_WHILE_MEASURED,
} from '#shared/visitor-data.ts';
import type { StoredSource } from '../../db/sources.ts';
import type { StoredTemplate } from '../../db/templates.ts';

/** @returns names in storage or in a request as the statement lists them. */
export const fieldsOf = (fields: Record<string, string>) =>
  Object.entries(fields).map(([name, what]) => ({ name, what }));

const hostOf = (link: string) => readUrl(link)?.hostname ?? null;

/** The site's own source of its API counts once something came from it. */
export const isInUse = ({ kind, lastDeliveryAt }: StoredSource) => kind !== 'api' || lastDeliveryAt !== null;

type Content = {
  domains: readonly string[];
  notifications: readonly Notification[];
  sources: readonly StoredSource[];
  /** Those that the sources use. */
  templates: readonly StoredTemplate[];
};

type Pictures = {
  /** Sorted, each once. */
  hosts: string[];
  /** Whether others may follow that nobody knows yet. */
  isAnywhere: boolean;
};

/** @returns where pictures come from, now or once a notification is switched on or an event comes in. */
export function picturesOf({ domains, notifications, sources, templates }: Content): Pictures {
  const links = [...notifications.map(({ image }) => image), ...templates.map(({ settings }) => settings.image)];
  const reported = sources.some(isInUse) ? domains : [];
  const hosts = [
    ...links.flatMap((link) => (link ? (hostOf(link) ?? []) : [])),
    ...sources.flatMap((source) => source.hosts),
    ...reported,
  ];
  return { hosts: [...new Set(hosts)].sort(), isAnywhere: domains.length === 0 && sources.some(isInUse) };
}

/**
 * @param hasConditions whether any rules of the site have some.
 * @param hasMarks whether notifications have a line that leads to their proof.
 * @param isMeasured whether an epoch is going on.
 */
export function requestsOf(
  siteId: string,
  publicUrl: string,
  { hosts, isAnywhere }: Pictures,
  hasConditions: boolean,
  hasMarks: boolean,
  isMeasured: boolean,
): DataStatement['requests'] {
  const file = hasConditions ? LOADED_FOR_CONDITIONS : isMeasured && LOADED_WHILE_MEASURED;
  const some = [...(file ? [file] : []), ...(hasMarks ? [OPENED_BY_MARK] : [])];
  const ours = [...(isMeasured ? SENT_WHILE_MEASURED : SENT_BY_WIDGET), ...some].map(
    ({ method, path, sends, when, why }) => ({
      method,
      url: `${publicUrl}${path.replace('{siteId}', siteId)}`,
      sends: fieldsOf(sends),
      when,
      why,
    }),
  );
  const all = { method: 'GET' as const, sends: [], why: 'to load the picture' };
  return [
    ...ours,
    ...hosts.map((url) => ({ ...all, url, when: 'when a notification with a picture from there shows' })),
    ...(isAnywhere
      ? [{ ...all, url: '{host}', when: 'when a notification with a picture from another host shows' }]
      : []),
  ];
}

/** @returns who sees a visitor's address besides the site's own servers and this one, whose host is `own`. */
export const othersOf = (
  { hosts, isAnywhere }: Pictures,
  domains: readonly string[],
  own: string,
): DataStatement['others'] => ({
  hosts: hosts.filter((host) => host !== own && (domains.length === 0 || !isAllowedHost(host, domains))),
  isAnywhere,
});
