// The editor of a notification that tells of an event: what it says is the event's and its source's settings, and only read
// here; whether it shows, and its internal name, are the owner's.
import { useParams } from 'react-router';
import { momentIn } from '#client/format/dates.ts';
import { screens } from '#client/screens.ts';
import { Alert } from '#client/ui/alert.tsx';
import { TextLink } from '#client/ui/link.tsx';
import { NOTIFICATION_TYPE_LOOKS } from '#client/ui/notification-type.tsx';
import type { Notification } from '#shared/contract/notification.ts';
import { ReadOnlyContent } from './content-fields.tsx';
import { type Draft, eventIdOf, originOf } from './describe.ts';
import { InternalNameField, StatusField } from './editor-fields.tsx';
import { rulesSummary } from './own-summaries.ts';
import { useProofHref } from './use-proof-href.ts';

/** Whether it is an existing notification whose words are an event's. */
export const isOfEvent = (draft: Draft): draft is Draft & Notification =>
  draft.id !== undefined && eventIdOf(draft) !== null;

type EventFieldsProps = { notification: Notification; timezone: string };

export function EventFields({ notification, timezone }: EventFieldsProps) {
  const { siteSlug = '' } = useParams();
  const proof = useProofHref()(notification.id);
  const { type, message, title, url, image, rating, timestamp, startsAt, endsAt, rules } = notification;
  const moment = (iso: string | null) => iso && momentIn(timezone, iso);
  const facts = [
    ['Message', message],
    ['Title', title],
    ['Type', NOTIFICATION_TYPE_LOOKS[type].label],
    ['Stars', rating],
    ['Link', url],
    ['Image', image],
    ['Happened', moment(timestamp)],
    ['Shows from', moment(startsAt)],
    ['Shows until', moment(endsAt)],
    ['Rules', rules?.conditions?.length ? rulesSummary(rules) : null],
  ] as const;
  return (
    <div className="@container space-y-5">
      <Alert tone="info" title={originOf(notification)}>
        What it says comes from{' '}
        <TextLink to={screens.siteEvents.href(siteSlug, eventIdOf(notification) ?? '')}>its event</TextLink> and{' '}
        <TextLink to={screens.siteSources.href(siteSlug)}>its source's settings</TextLink>, so it can only be changed
        there. Delete the notification to hide the event.{' '}
        {proof && (
          <a href={proof} target="_blank" rel="noreferrer" className="font-medium underline">
            Open its proof
          </a>
        )}
      </Alert>
      <ReadOnlyContent facts={facts} />
      <StatusField />
      <InternalNameField />
    </div>
  );
}
