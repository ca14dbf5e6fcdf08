// The notifications of one site whose text contains what is searched for in the command palette.
import { Command } from 'cmdk';
import { Bell } from 'lucide-react';
import { useSetup } from '#client/data/notifications.ts';
import type { Notification } from '#shared/contract/notification.ts';
import type { Site } from '#shared/contract/site.ts';
import { failureOf } from '../auth/failures.ts';
import { screens } from '../screens.ts';
import { searchScore } from '../ui/search-score.ts';
import type { PaletteItem } from './palette.tsx';

/** What the values of their entries begin with. */
export const NOTIFICATION_VALUE = 'notification ';
/** A site may have a thousand; more than this is for the list's own search. */
const MOST = 8;

/** @returns the text of a notification as its owner knows it. */
const textOf = ({ name, title, message }: Notification) => [name, title, message].filter(Boolean).join(' · ');

type FoundNotificationsProps = {
  site: Site;
  search: string;
  onChoose: (href: string) => void;
  Item: PaletteItem;
  className: string;
};

export function FoundNotifications({ site, search, onChoose, Item, className }: FoundNotificationsProps) {
  const { widget, notifications } = useSetup(site.id);
  const failure = widget.error ?? notifications.error;
  if (!notifications.data) {
    return (
      <p role={failure ? 'alert' : 'status'} className="px-2.5 py-3 text-muted">
        {failure
          ? `Couldn't search the notifications of ${site.name}. ${failureOf(failure).message}`
          : `Searching the notifications of ${site.name}...`}
      </p>
    );
  }
  const found = notifications.data
    .map((notification) => ({ notification, score: searchScore(textOf(notification), search) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST);
  if (found.length === 0) return null;
  return (
    <Command.Group heading={<span className="block truncate">Notifications of {site.name}</span>} className={className}>
      {found.map(({ notification }) => (
        <Item
          key={notification.id}
          value={`${NOTIFICATION_VALUE}${notification.id}`}
          keywords={[]}
          icon={<Bell aria-hidden="true" size={16} strokeWidth={1.75} />}
          end={notification.status === 'inactive' && <span className="text-meta text-muted">Off</span>}
          onSelect={() => onChoose(screens.siteNotifications.editHref(site.slug, notification.id))}
        >
          {textOf(notification)}
        </Item>
      ))}
    </Command.Group>
  );
}
