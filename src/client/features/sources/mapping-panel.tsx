// Whether a webhook's bodies have field names of their own, and how those are read.
import { useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { failureToast } from '#client/auth/failures.ts';
import { LearnMore } from '#client/content/learn-more.tsx';
import { useUpdateSource } from '#client/data/sources.ts';
import { useLanding } from '#client/hooks/use-landing.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmButton } from '#client/ui/confirm-button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { toast } from '#client/ui/toast.tsx';
import type { Mapping } from '#shared/contract/mapping.ts';
import type { Site } from '#shared/contract/site.ts';
import type { Source } from '#shared/contract/source.ts';
import { MAPPING_ANCHOR } from './delivery-words.ts';
import { LABELS, placesOf, TARGETS } from './mapping-draft.ts';
import { MappingEditor } from './mapping-editor.tsx';

export function MappingPanel({ site, source }: { site: Site; source: Source }) {
  const [isOpen, setIsOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const { hash, key } = useLocation();
  // A delivery that couldn't be read leads here.
  const askedAt = hash === `#${MAPPING_ANCHOR}` ? key : null;
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  if (askedAt !== null && askedAt !== openedAt) {
    setOpenedAt(askedAt);
    setIsOpen(true);
  }
  useLanding(place, askedAt !== null);
  return (
    <div id={MAPPING_ANCHOR} ref={place} className="scroll-mt-24">
      <Panel
        title="Map fields"
        description={
          <>
            If your sender uses its own format, tell us where to find each field.{' '}
            <LearnMore
              guide="connect-webhook"
              section="bodies-in-other-words"
              about="mapping fields"
              slug={site.slug}
            />
          </>
        }
        action={
          !isOpen && (
            <Button variant="secondary" onClick={() => setIsOpen(true)}>
              {source.mapping ? 'Change the mapping' : 'Map fields'}
            </Button>
          )
        }
      >
        {isOpen ? (
          <MappingEditor site={site} source={source} onClose={() => setIsOpen(false)} />
        ) : (
          source.mapping && <Mapped source={source} mapping={source.mapping} />
        )}
        {!isOpen && <KeepUnread source={source} />}
      </Panel>
    </div>
  );
}

/** Whether a body that can't be read is there to be looked at. */
function KeepUnread({ source: { id, siteId, isUnreadKept, lastProblem } }: { source: Source }) {
  const hint = useId();
  const update = useUpdateSource();
  const change = async (isKept: boolean) => {
    try {
      await update.mutateAsync({ siteId, sourceId: id, isUnreadKept: isKept });
    } catch (failed) {
      toast(failureToast(failed, { title: 'Failed to update the source' }));
    }
  };
  return (
    <div className="flex items-start gap-3">
      <Switch
        checked={isUnreadKept}
        onCheckedChange={(isKept) => void change(isKept)}
        label="Keep what can't be read"
        isBusy={update.isPending}
        aria-describedby={hint}
      />
      <div className="min-w-0">
        <p className="font-semibold">Keep what can't be read</p>
        <p id={hint} className="text-pretty text-muted text-table">
          {isUnreadKept && lastProblem
            ? "The last delivery couldn't be read. Map its fields within an hour."
            : 'For an hour, encrypted, so that you can map its fields.'}
        </p>
      </div>
    </div>
  );
}

type MappedProps = { source: Source; mapping: Mapping };

/** What is mapped, and how to take it away. */
function Mapped({ source: { id, siteId }, mapping }: MappedProps) {
  const update = useUpdateSource();
  const mapped = TARGETS.filter((target) => placesOf(mapping, target).length > 0).map((target) => LABELS[target]);
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <p className="min-w-0 text-pretty">
        <span className="font-semibold">
          {mapped.length === 1 ? '1 field is' : `${mapped.length} fields are`} mapped.
        </span>{' '}
        <span className="text-muted">{mapped.join(', ')}.</span>
      </p>
      <ConfirmButton
        size="sm"
        title="Remove the mapping?"
        description="Only deliveries in Proofbell's own format become events from now on. Earlier events stay."
        confirmLabel="Remove the mapping"
        tone="danger"
        run={() => update.mutateAsync({ siteId, sourceId: id, mapping: null })}
        done={{ title: 'Mapping removed' }}
        failed={{ title: 'Failed to remove the mapping' }}
      />
    </div>
  );
}
