// Maps the fields of a webhook on the last body that came: choose a field, then press its value. What is made of the body,
// and what a visitor would read of it, is shown as it changes. The body is kept on the server only while this is open.
import { useMemo, useRef, useState } from 'react';
import { failureToast } from '#client/auth/failures.ts';
import { useCapture } from '#client/data/deliveries.ts';
import { useUpdateSource } from '#client/data/sources.ts';
import { LeaveGuard } from '#client/form/server-form.tsx';
import { agoOf } from '#client/format/dates.ts';
import { useNow } from '#client/hooks/use-now.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { Select } from '#client/ui/select.tsx';
import { toast } from '#client/ui/toast.tsx';
import type { Capture } from '#shared/contract/delivery.ts';
import type { Mapping } from '#shared/contract/mapping.ts';
import type { Site } from '#shared/contract/site.ts';
import type { Source } from '#shared/contract/source.ts';
import { valueAt } from '#shared/json-pointer.ts';
import { parseBody } from '#shared/lossless-json.ts';
import { BodyTree } from './body-tree.tsx';
import { Waiting } from './first-delivery.tsx';
import {
  type Issues,
  isSign,
  issuesIn,
  judge,
  LABELS,
  nextTarget,
  placesOf,
  TARGETS,
  type Target,
  targetOf,
  withPlace,
} from './mapping-draft.ts';
import { MappingFields } from './mapping-fields.tsx';
import { MappingPreview } from './mapping-preview.tsx';
import { suggestMapping } from './mapping-suggestions.ts';

const EMPTY: Mapping = { fields: {} };

type MappingEditorProps = { site: Site; source: Source; onClose: () => void };

export function MappingEditor({ site, source, onClose }: MappingEditorProps) {
  const { capture, error, isOpening, open } = useCapture(source);
  const update = useUpdateSource();
  const now = useNow(15_000);
  const tree = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<{ target: Target; isMore: boolean } | null>(null);
  const [isTried, setIsTried] = useState(false);
  const [own, setOwn] = useState<Mapping | null>(null);
  const text = capture?.body ?? null;
  const body = useMemo(() => (text === null ? undefined : parseBody(text)), [text]);
  const suggested = useMemo(() => (body === undefined ? EMPTY : suggestMapping(body)), [body]);
  const draft = own ?? source.mapping ?? suggested;
  const { target, isMore } = wanted ?? { target: nextTarget(draft, 'retractWhen'), isMore: false };
  const judgment = useMemo(() => judge(draft, body, now), [draft, body, now]);
  const chosen = useMemo(
    () => new Map(TARGETS.flatMap((one) => placesOf(draft, one).map((pointer) => [pointer, LABELS[one]]))),
    [draft],
  );

  const choose = (path: readonly (string | number)[]) => {
    const next = withPlace(draft, target, path, isMore);
    setOwn(next);
    setWanted({ target: nextTarget(next, target), isMore: false });
  };
  const chooseAgain = (field: Target) => {
    setWanted({ target: field, isMore: placesOf(draft, field).length > 0 });
    tree.current?.scrollIntoView({ block: 'start' });
    tree.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus({ preventScroll: true });
  };
  const save = async () => {
    setIsTried(true);
    // Another body may have what this one lacks.
    if (Object.keys(issuesIn(draft, 'webhook')).length > 0) return;
    try {
      await update.mutateAsync({ siteId: source.siteId, sourceId: source.id, mapping: draft });
      toast({ title: 'Mapping saved', description: 'It applies to every delivery from now on.', tone: 'success' });
      onClose();
    } catch (failed) {
      toast(failureToast(failed, { title: 'Failed to save the mapping' }));
    }
  };
  if (error) {
    return <LoadError title="Couldn't start mapping" query={{ error, isFetching: isOpening, refetch: open }} />;
  }
  return (
    <div className="space-y-6">
      <div ref={tree} className="space-y-3">
        <Last capture={capture} isReadable={text === null || body !== undefined} now={now} onOpen={open} />
        {body !== undefined && (
          <>
            <div className="max-w-72">
              <Field label="Choose the value for">
                {(a) => (
                  <Select
                    {...a}
                    value={target}
                    onValueChange={(value) => setWanted({ target: targetOf(value) ?? 'id', isMore: false })}
                    options={TARGETS.map((value) => ({ value, label: LABELS[value] }))}
                  />
                )}
              </Field>
            </div>
            <BodyTree body={body} target={LABELS[target]} chosen={chosen} onChoose={choose} />
          </>
        )}
      </div>
      {(body !== undefined || source.mapping) && (
        <div className="grid gap-7 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <MappingFields
            draft={draft}
            issues={dueIssues(draft, judgment.issues, isTried)}
            found={judgment.found}
            required={['id', 'kind']}
            nothing={body === undefined ? null : 'Nothing there in this body.'}
            valuesAt={(pointer) => {
              const value = body === undefined ? undefined : valueAt(body, pointer);
              return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
            }}
            zones={['UTC', site.timezone]}
            onChange={setOwn}
            onChoose={body === undefined ? undefined : chooseAgain}
          />
          {judgment.body && <MappingPreview site={site} source={source} body={judgment.body} now={now} />}
        </div>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {own !== null && body !== undefined && (
          <Button variant="ghost" className="mr-auto" onClick={() => setOwn(suggested)}>
            Start over with suggestions
          </Button>
        )}
        <Button variant="secondary" onClick={onClose} disabled={update.isPending}>
          Cancel
        </Button>
        <Button
          isBusy={update.isPending}
          busyLabel="Saving..."
          disabled={body === undefined && own === null}
          onClick={() => void save()}
        >
          Save mapping
        </Button>
      </div>
      <LeaveGuard isDirty={own !== null} />
    </div>
  );
}

/** @returns the issues of fields that have a place, whose values are typed after it is chosen; all once it was tried to save. */
function dueIssues(draft: Mapping, issues: Issues, isTried: boolean): Issues {
  if (isTried) return issues;
  const due = TARGETS.filter((target) => !isSign(target) && placesOf(draft, target).length > 0);
  return Object.fromEntries(due.flatMap((target) => (issues[target] ? [[target, issues[target]]] : [])));
}

type LastProps = { capture: Capture | null | undefined; isReadable: boolean; now: number; onOpen: () => void };

/** Whether anything came, and what can't be done with it. */
function Last({ capture, isReadable, now, onOpen }: LastProps) {
  if (capture === null) {
    return (
      <Alert
        tone="info"
        title="The delivery was deleted after an hour"
        action={
          <Button variant="secondary" size="sm" onClick={onOpen}>
            Continue
          </Button>
        }
      >
        Continue, then send it again.
      </Alert>
    );
  }
  if (capture?.receivedAt && capture.body === null) {
    return (
      <Alert tone="danger" title="The last delivery is larger than 64 KiB">
        It can't be shown here. Send a smaller one, such as an order of a single product.
      </Alert>
    );
  }
  if (!isReadable) {
    return (
      <Alert tone="danger" title="The last delivery isn't JSON">
        Have the sender post JSON with the Content-Type application/json.
      </Alert>
    );
  }
  return (
    <div role="status">
      {capture?.receivedAt ? (
        <p className="text-muted text-table">
          Delivered {agoOf(capture.receivedAt, now)}, kept encrypted for an hour at most. We filled in what we
          recognized: check each field.
        </p>
      ) : (
        <Waiting title="Waiting for a delivery …">
          Have the sender send one. It's kept encrypted for an hour at most.
        </Waiting>
      )}
    </div>
  );
}
