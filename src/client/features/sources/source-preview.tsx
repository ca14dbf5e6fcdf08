// What a visitor would read of an event: worded by the server's own code, drawn by the widget's. Of an example order as the
// form stands, or of the event that a mapping makes of a body.
import { type ReactNode, useMemo, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useAllTemplates } from '#client/data/templates.ts';
import { useWidget } from '#client/data/widgets.ts';
import { NotificationPreview, PageSketch } from '#client/preview/notification-preview.tsx';
import { changesOf, withChanges } from '#client/settings/paths.ts';
import { PreviewPane } from '#client/ui/preview-pane.tsx';
import type { Site } from '#shared/contract/site.ts';
import type { Source } from '#shared/contract/source.ts';
import type { Template } from '#shared/contract/template.ts';
import type { Widget } from '#shared/contract/widget.ts';
import { placesOf, timeOf, wordingOf } from '#shared/event-wording.ts';
import { reporterOf } from '#shared/provenance.ts';
import { isHookKind, type SourceKind } from '#shared/source-kinds.ts';
import { MINUTE } from '#shared/time.ts';
import type { SourceFormValues } from './source-form.ts';
import type { PreviewedEvent } from './worded-event.ts';

const ORDER = {
  kind: 'purchase',
  firstName: 'Ana',
  city: 'Lisbon',
  region: 'Lisboa',
  country: 'PT',
  subjectName: 'Oak Desk',
  quantity: 1,
  amount: 349,
  currency: 'EUR',
  text: null,
} as const;

/** The example is no insult. */
const isOffensive = () => false;

/** @returns how a notification of the template looks. A style sheet of its own was not checked here, and is not drawn. */
const lookOf = ({ settings, styleSheet }: Widget, { customization }: Template) => ({
  appearance: withChanges(settings, changesOf({ appearance: customization })).appearance,
  customCSS: customization.customCSS === undefined ? styleSheet.css : '',
});

export function SourcePreview({ site, kind }: { site: Site; kind: SourceKind }) {
  const { control } = useFormContext<SourceFormValues>();
  const [templateId, shownName, place, amount, time, minPlaceCount] = useWatch({
    control,
    name: ['templateId', 'shownName', 'place', 'amount', 'time', 'minPlaceCount'],
  });
  const [now] = useState(Date.now);
  const event = useMemo(() => ({ ...ORDER, occurredAt: new Date(now - 12 * MINUTE).toISOString() }), [now]);
  const privacy = useMemo(
    () => ({ name: shownName, place, amount, time, minPlaceCount: 1 }),
    [shownName, place, amount, time],
  );
  return (
    <EventPreview
      site={site}
      source={{ kind, templateId, privacy }}
      minPlaceCount={minPlaceCount}
      event={event}
      now={now}
    >
      {(rare) => <>Example: Ana Silva, Lisbon, an Oak Desk for €349. {rare}</>}
    </EventPreview>
  );
}

type EventPreviewProps = {
  site: Site;
  /** Without a template, our own words. */
  source: Pick<Source, 'kind' | 'templateId' | 'privacy'>;
  /** As it is being typed, perhaps ''; by default the source's. */
  minPlaceCount?: string;
  event: PreviewedEvent;
  /** ms. */
  now: number;
  /** Below it; `rare` is what the event reads while too few came from its place, null when it names none. */
  children: (rare: string | null) => ReactNode;
};

export function EventPreview({ site, source, minPlaceCount, event, now, children }: EventPreviewProps) {
  const { kind, templateId, privacy } = source;
  const fewest = (minPlaceCount ?? privacy.minPlaceCount) || '…';
  const { data: widget } = useWidget(site.id);
  const { templates } = useAllTemplates({ isNeeded: Boolean(templateId) });
  const template = templates?.find(({ id }) => id === templateId) ?? null;
  const { notification, rare } = useMemo(() => {
    const label = placesOf(event, privacy)[0]?.label ?? null;
    const words = (where: string | null) => wordingOf(event, privacy, where, template, isOffensive);
    const { message, title } = words(label);
    return {
      notification: {
        id: 'example',
        type: event.kind,
        message,
        timestamp: timeOf(event, privacy, now),
        ...(title && { title }),
        ...(template?.settings.image && { image: template.settings.image }),
        ...(event.kind === 'review' && event.rating && { rating: Math.round(event.rating) }),
        ...(widget?.settings.behavior.showSource && {
          from: reporterOf({ source: kind, isSigned: isHookKind(kind) }, site.name),
        }),
      },
      rare: label ? `events from ${label} and around: “${words(null).message}”.` : null,
    };
  }, [now, event, privacy, template, kind, site.name, widget]);
  const look = useMemo(() => widget && template && lookOf(widget, template), [widget, template]);
  return (
    <PreviewPane note={children(rare && `With fewer than ${fewest} ${rare}`)}>
      <NotificationPreview
        notification={notification}
        appearance={look?.appearance ?? widget?.settings.appearance}
        customCSS={look?.customCSS ?? widget?.styleSheet.css ?? ''}
        behavior={widget?.settings.behavior}
        isMobile
        className="h-56"
      >
        <PageSketch />
      </NotificationPreview>
    </PreviewPane>
  );
}
