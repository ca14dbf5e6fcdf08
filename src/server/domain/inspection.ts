// "Why don't I see it?": a signed link to an owner's own page, good for ten minutes, and what the inspector that it
// opens there is told about the site. The link is the authorization: the page is another origin, without a session.
import { z } from 'zod';
import type { InspectionLink, InspectionLinkInput } from '#shared/contract/inspection.ts';
import { INSPECTION_PARAMETER, type Inspection } from '#shared/embed/inspection.ts';
import { MESSAGES } from '#shared/messages.ts';
import { fromFlag, fromJson } from '../db/codecs.ts';
import { findInspection } from '../db/inspection.ts';
import type { NotificationRow } from '../db/notifications.ts';
import type { Deps } from '../deps.ts';
import { ownSite, type VerifiedActor } from './access.ts';
import { ownStyle, toEmbed } from './embed.ts';
import { DomainError } from './errors.ts';
import { type FullSettings, rulesOf, withDefaults } from './settings.ts';

/**
 * @param url of a page; its own fragment stays what it was to the page: a route keeps its path and query, and a text
 * fragment stays last.
 * @returns the address with the token in its fragment, in place of an earlier one.
 */
export function withInspection(url: string, token: string): string {
  const address = new URL(url);
  const [, before = '', directive = ''] = /^#?(.*?)(:~:.*)?$/s.exec(address.hash) ?? [];
  const old = new RegExp(`(^|[?&])${INSPECTION_PARAMETER}=[^&]*&?`);
  const own = before.replace(old, '$1').replace(/[?&]$/, '');
  const isRoute = /^!?\//.test(own);
  const joint = own === '' ? '' : isRoute && !own.includes('?') ? '?' : '&';
  address.hash = `${own}${joint}${INSPECTION_PARAMETER}=${token}${directive}`;
  return address.href;
}

/** @returns the owner's page with a fresh token. @throws not-found */
export async function makeInspectionLink(
  deps: Deps,
  actor: VerifiedActor,
  { id, url }: InspectionLinkInput,
): Promise<InspectionLink> {
  const site = await ownSite(deps.db, actor, id);
  const { token, expiresAt } = deps.tokens.signInspection(site.id);
  return { url: withInspection(url, token), expiresAt: new Date(expiresAt).toISOString() };
}

/** With rules as the owner stored them, to be explained, and a style of its own: payloads hold that of their types only. */
function toNotice(row: NotificationRow, settings: FullSettings): Inspection['notifications'][number] {
  const notice = {
    ...row,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    rules: row.rules && fromJson(z.unknown(), row.rules),
    appearance: row.appearance && fromJson(z.unknown(), row.appearance),
  };
  const { rules: _compiled, ...rest } = toEmbed(notice, settings);
  return {
    ...rest,
    ...(notice.rules !== null && { rules: rulesOf(notice.rules) }),
    style: ownStyle(notice, settings),
    name: row.name,
    status: row.status,
  };
}

/**
 * @param token as the link carries it.
 * @returns the whole widget, with the notices that visitors' payloads leave out.
 * @throws DomainError 'forbidden' for a token that is not this site's, naming it as a field when it was and has ended;
 * 'not-found' for a site that is gone.
 */
export async function inspect(
  { db, clock, tokens }: Pick<Deps, 'db' | 'clock' | 'tokens'>,
  siteId: string,
  token: string,
): Promise<Inspection> {
  const expiresAt = tokens.readInspection(siteId, token);
  if (expiresAt === null) throw new DomainError('forbidden', 'This link is not for this site');
  if (expiresAt <= clock.now()) {
    const message = 'This link has expired';
    throw new DomainError('forbidden', message, { fields: [{ field: 'token', message }] });
  }
  const rows = await findInspection(db, siteId);
  if (!rows) throw new DomainError('not-found', MESSAGES.siteNotFound);
  const { site, widget, notices } = rows;
  const settings = withDefaults(fromJson(z.unknown(), widget.settings));
  const { behavior, rules } = settings;
  const domains = fromJson(z.array(z.string()), site.domains);
  return {
    site: { id: site.id, name: site.name, domains, timezone: site.timezone },
    widget: { isActive: fromFlag(widget.is_active), behavior, rules },
    notifications: notices.map((row) => toNotice(row, settings)),
    expiresAt: new Date(expiresAt).toISOString(),
  };
}
