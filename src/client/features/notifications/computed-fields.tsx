// The editor of a notification whose number is computed: what it says follows from what is counted, and is only read here.
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useAggregate } from '#client/data/events.ts';
import { Alert } from '#client/ui/alert.tsx';
import { NOTIFICATION_TYPE_LOOKS } from '#client/ui/notification-type.tsx';
import { heldBackBecause, wordAggregate } from '#shared/aggregate-wording.ts';
import type { Aggregate } from '#shared/contract/aggregate.ts';
import type { Widget } from '#shared/contract/widget.ts';
import type { EmbedNotification } from '#shared/embed/payload.ts';
import { computationOf, sampleValueOf, valueInWords } from './aggregate-words.ts';
import { ReadOnlyContent } from './content-fields.tsx';
import { type Draft, previewOf } from './describe.ts';
import { InternalNameField, StatusField } from './editor-fields.tsx';
import type { EditorValues } from './editor-form.ts';
import { LivePreview } from './editor-preview.tsx';

/** @returns the number now; of a notification that exists, as its list has it. Undefined while it is loading. */
function useNow(widget: Widget, draft: Draft, aggregate: Aggregate) {
  const { floor: _floor, measure, kind, window, sourceId, product } = aggregate;
  const asked = { siteId: widget.siteId, measure, kind, window, sourceId, product };
  const { data, error } = useAggregate(draft.computed ? null : asked);
  return { now: draft.computed ?? data, error };
}

type ComputedProps = { widget: Widget; draft: Draft; aggregate: Aggregate };

/** @param props.own its own appearance and rules. */
export function ComputedFields({ widget, draft, aggregate, own }: ComputedProps & { own: ReactNode }) {
  const { now, error } = useNow(widget, draft, aggregate);
  const isNew = draft.id === undefined;
  const { message, title, type = 'custom' } = draft.aggregate ? { ...draft, ...draft.aggregate } : draft;
  const facts = [
    ['Message', message],
    ['Title', title],
    ['Number', computationOf(aggregate)],
    ['Now', error ? "Couldn't be computed" : now ? valueInWords(aggregate, now) : '…'],
    ['Type', NOTIFICATION_TYPE_LOOKS[type].label],
    ['Link', draft.url],
    ['Image', draft.image],
  ] as const;
  const isHeldBack = now !== undefined && now.count < aggregate.floor;
  return (
    <div className="@container space-y-5">
      <Alert tone="info" title={isHeldBack ? heldBackBecause(aggregate, now) : 'Computed'}>
        {isNew
          ? 'Computed once a minute from what really happened.'
          : 'The number is computed once a minute. To change the text, use another template.'}
      </Alert>
      <ReadOnlyContent facts={facts} />
      {isNew ? (
        <p className="text-table text-muted">
          It starts active, with its template's look and rules. You can change those later.
        </p>
      ) : (
        <>
          <StatusField />
          {own}
          <InternalNameField />
        </>
      )}
    </div>
  );
}

/** What visitors would read with the number of now; with a sample while there is nothing to tell. */
export function ComputedPreview({ widget, draft, aggregate }: ComputedProps) {
  const { now } = useNow(widget, draft, aggregate);
  const { control } = useFormContext<EditorValues>();
  const appearance = useWatch({ control, name: 'appearance' });
  const isTold = now !== undefined && now.count > 0;
  const { message = '', title = null } = draft.aggregate ?? draft;
  const worded = { ...aggregate, message, title };
  const words = wordAggregate(worded, isTold ? now : sampleValueOf(aggregate), widget.settings.behavior.language);
  const notification: EmbedNotification = previewOf({
    ...{ image: draft.image ?? null, url: draft.url ?? null },
    ...words,
    id: draft.id ?? 'new',
    type: draft.type ?? 'custom',
    timestamp: draft.timestamp ?? new Date().toISOString(),
    aggregate: worded,
  });
  return (
    <LivePreview
      widget={widget}
      notification={notification}
      appearance={appearance}
      {...(!isTold && { note: 'The number is an example: there is nothing to count yet.' })}
    />
  );
}
