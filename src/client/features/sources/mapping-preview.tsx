// What a mapping makes of the last body, and what a visitor would read of it.
import { useMemo } from 'react';
import { Alert } from '#client/ui/alert.tsx';
import type { Site } from '#shared/contract/site.ts';
import type { Source } from '#shared/contract/source.ts';
import type { Mapped } from '#shared/event-mapping.ts';
import { EventPreview } from './source-preview.tsx';
import { wordedOf } from './worded-event.ts';

type MappingPreviewProps = { site: Site; source: Source; body: Mapped /** ms */; now: number };

export function MappingPreview({ site, source, body, now }: MappingPreviewProps) {
  const event = useMemo(() => wordedOf(body.event, now), [body, now]);
  if (body.isRetraction) {
    return (
      <Alert tone="info" title="This body cancels an order">
        {body.event.reference !== undefined
          ? `All notifications of order ${body.event.reference} will be removed.`
          : `The notification of event ${body.event.id ?? '…'} will be removed.`}
      </Alert>
    );
  }
  return (
    <div className="lg:sticky lg:top-20 lg:self-start">
      <EventPreview site={site} source={source} event={event} now={now}>
        {(rare) => rare ?? 'With your settings under What shows.'}
      </EventPreview>
    </div>
  );
}
