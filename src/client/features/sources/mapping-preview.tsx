// What a mapping makes of the last body, and what a visitor would read of it.
import { useMemo } from 'react';
import { Alert } from '#client/ui/alert.tsx';
import type { Site } from '#shared/contract/site.ts';
import type { Source } from '#shared/contract/source.ts';
import type { MappedBody } from '#shared/event-mapping.ts';
import { EventPreview } from './source-preview.tsx';

type MappingPreviewProps = { site: Site; source: Source; body: MappedBody /** ms */; now: number };

export function MappingPreview({ site, source, body, now }: MappingPreviewProps) {
  const event = useMemo(() => {
    const { kind, occurredAt, actor, subject, quantity, amount, currency, text, rating } = body;
    return {
      kind: kind ?? 'purchase',
      occurredAt: occurredAt ?? new Date(now).toISOString(),
      firstName: actor.firstName ?? null,
      city: actor.city ?? null,
      region: actor.region ?? null,
      country: actor.country ?? null,
      subjectName: subject.name ?? null,
      quantity: quantity ?? null,
      amount: amount ?? null,
      currency: currency !== undefined && /^[A-Z]{3}$/.test(currency) ? currency : null,
      text: text ?? null,
      rating: rating ?? null,
    };
  }, [body, now]);
  if (body.isRetraction) {
    return (
      <Alert tone="info" title="This body takes back">
        {body.reference !== undefined
          ? `Everything of the order ${body.reference} goes from your pages.`
          : `The event ${body.id ?? '…'} goes from your pages.`}
      </Alert>
    );
  }
  return (
    <div className="lg:sticky lg:top-20 lg:self-start">
      <EventPreview
        site={site}
        kind={source.kind}
        templateId={source.templateId ?? ''}
        privacy={source.privacy}
        event={event}
        now={now}
      >
        {(rare) =>
          rare
            ? `With fewer than ${source.privacy.minPlaceCount} events from ${rare.place} and around: “${rare.message}”.`
            : 'By what you let visitors read, below.'
        }
      </EventPreview>
    </div>
  );
}
