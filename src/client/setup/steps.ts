// The steps from a new site to its first click, as they really happened, and what to press for the next one. Pure.
import { screens } from '#client/screens.ts';
import type { SiteSetup } from '#shared/contract/installation.ts';
import type { Site } from '#shared/contract/site.ts';
import { MINUTE } from '#shared/time.ts';

export type Step = {
  key: 'site' | 'snippet' | 'notification' | 'source' | 'display' | 'click';
  title: string;
  /** What ticked it, or what will. */
  note: string;
  isDone: boolean;
  /** Whether a site is set up without it, too. */
  isOptional?: boolean;
  /** ISO; null while it has not happened, or if nobody knows when it did. */
  at: string | null;
  next: NextPress | null;
};

/** `isOutside` for the owner's own site, which opens in a tab of its own. */
export type NextPress = { label: string; href: string; isOutside: boolean };

const press = (label: string, href: string): NextPress => ({ label, href, isOutside: false });

/** @returns the address of a host on the internet; null for a computer's own names and for addresses of numbers. */
export function publicUrlOf(host: string): string | null {
  return /\.[a-z][a-z0-9-]*$/i.test(host) && !/\.(?:local|localhost|internal|test)$/i.test(host)
    ? `https://${host}/`
    : null;
}

type Named = Pick<Site, 'name' | 'slug'>;

/** @returns the steps in their order. A display shows that the snippet is there, even if no visit was noted. */
export function stepsOf({ name, slug }: Named, setup: SiteSetup): Step[] {
  const { createdAt, seen, firstNotificationAt, firstEventAt, firstDisplayAt, firstClickAt, displayedNotification } =
    setup;
  const outside = seen && publicUrlOf(seen.host);
  const hasNoLink = displayedNotification?.url === null;
  const isSeen = seen !== null || firstDisplayAt !== null;
  return [
    { key: 'site', title: 'Create the site', note: name, isDone: true, at: createdAt, next: null },
    {
      key: 'snippet',
      title: 'Add the snippet to your site',
      note: seen
        ? `Seen live on ${seen.host}`
        : isSeen
          ? 'A visitor has seen a notification'
          : 'Done when we see it on your site',
      isDone: isSeen,
      at: seen?.at ?? null,
      next: press('Get the snippet', screens.siteSetup.href(slug)),
    },
    {
      key: 'notification',
      title: 'Create your first notification',
      note: firstNotificationAt ? 'Created' : "We've drafted one. Edit it or use it as is",
      isDone: firstNotificationAt !== null,
      at: firstNotificationAt,
      next: press('Create it', screens.siteNotifications.newHref(slug)),
    },
    {
      key: 'source',
      title: 'Connect a source',
      note: firstEventAt
        ? 'Orders become notifications automatically'
        : 'Your shop’s orders, sign-ups and reviews become notifications automatically',
      isDone: firstEventAt !== null,
      isOptional: true,
      at: firstEventAt,
      next: press('Choose a source', screens.siteSources.href(slug)),
    },
    {
      key: 'display',
      title: 'First display',
      note: firstDisplayAt
        ? displayedNotification
          ? `“${displayedNotification.message}”`
          : 'A visitor saw a notification'
        : isSeen && firstNotificationAt
          ? 'Open a page of your site, and look at the notification for a second'
          : 'Done when a visitor has seen one for a second',
      isDone: firstDisplayAt !== null,
      at: firstDisplayAt,
      next: outside
        ? { label: `Open ${seen.host}`, href: outside, isOutside: true }
        : press('Check the installation', screens.siteSetup.href(slug)),
    },
    {
      key: 'click',
      title: 'First click',
      note: firstClickAt
        ? 'A visitor followed a link'
        : hasNoLink
          ? 'The notification visitors saw has no link yet'
          : 'Done when a visitor follows a link',
      isDone: firstClickAt !== null,
      at: firstClickAt,
      next: displayedNotification
        ? press(
            hasNoLink ? 'Add a link' : 'Check its link',
            screens.siteNotifications.editHref(slug, displayedNotification.id),
          )
        : press('See your notifications', screens.siteNotifications.href(slug)),
    },
  ];
}

/** @returns the first step that has not happened yet, of those that a site isn't set up without. */
export const nextStepOf = (steps: readonly Step[]): Step | undefined =>
  steps.find(({ isDone, isOptional }) => !isDone && !isOptional);

/** An owner who comes back from their own page, where they saw the notification, was not away. */
const FRESH_FOR = 10 * MINUTE;

/**
 * @param now ms; this device's clock, which may differ from the server's.
 * @returns whether a first display is news; otherwise it happened while the owner was away.
 */
export const isFresh = (iso: string, now: number): boolean => Math.abs(now - Date.parse(iso)) < FRESH_FOR;
