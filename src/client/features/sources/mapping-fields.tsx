// The fields of an event while they are mapped: where each is, what it is in the last body, and what is missing.
import { X } from 'lucide-react';
import { KIND_LABELS } from '#client/format/event-kinds.ts';
import { Button, IconButton } from '#client/ui/button.tsx';
import { FieldError } from '#client/ui/field.tsx';
import { Input } from '#client/ui/input.tsx';
import { Select } from '#client/ui/select.tsx';
import { TagInput } from '#client/ui/tag-input.tsx';
import { EVENT_KINDS } from '#shared/contract/event-fields.ts';
import type { BodyMapping } from '#shared/contract/mapping.ts';
import {
  HINTS,
  type Judgment,
  LABELS,
  placesOf,
  TARGETS,
  type Target,
  wayOf,
  withoutPlace,
  withValue,
} from './mapping-draft.ts';

const KINDS = EVENT_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }));

type MappingFieldsProps = {
  draft: BodyMapping;
  judgment: Judgment;
  /** Whether it was tried to save: from then on, what is missing is said. */
  isTried: boolean;
  onChange: (draft: BodyMapping) => void;
  /** Chooses another place for a field; null while there is nothing to choose it in. */
  onChoose: ((target: Target) => void) | null;
};

export function MappingFields({ draft, judgment, isTried, onChange, onChoose }: MappingFieldsProps) {
  return (
    <ul aria-label="Fields" className="border-line border-b">
      {TARGETS.map((target) => (
        <Row key={target} {...{ target, draft, judgment, isTried, onChange, onChoose }} />
      ))}
    </ul>
  );
}

function Row({ target, draft, judgment, isTried, onChange, onChoose }: MappingFieldsProps & { target: Target }) {
  const places = placesOf(draft, target);
  const found = target === 'retractWhen' ? undefined : judgment.found[target];
  const isMissingHere = judgment.body !== null && places.length > 0 && target !== 'retractWhen' && found === undefined;
  // Values are only typed once their place is chosen.
  const isDue = isTried || (places.length > 0 && target !== 'retractWhen');
  const issue = isDue ? judgment.issues[target] : undefined;
  return (
    <li aria-label={LABELS[target]} className="grid gap-2 border-line border-t py-3">
      <div className="flex items-baseline justify-between gap-3">
        <p className="min-w-0">
          <span className="font-semibold">{LABELS[target]}</span>
          {(target === 'id' || target === 'kind') && <span className="text-muted"> (required)</span>}
          {found !== undefined && <span className="wrap-anywhere ml-2 text-muted">{found}</span>}
          {target === 'retractWhen' && judgment.body?.isRetraction && (
            <span className="ml-2 text-muted">this body is a retraction</span>
          )}
        </p>
        {onChoose && (
          <Button
            variant="ghost"
            size="sm"
            className="shrink-0"
            aria-label={`Choose ${places.length > 0 ? 'another place for ' : ''}${LABELS[target]}`}
            onClick={() => onChoose(target)}
          >
            {places.length > 0 && target !== 'retractWhen' ? 'Add a place' : 'Choose'}
          </Button>
        )}
      </div>
      {HINTS[target] && places.length === 0 && <p className="text-meta text-muted">{HINTS[target]}</p>}
      <Places {...{ target, places, draft, onChange }} />
      {(target === 'kind' || target === 'currency') && (
        <Always {...{ target, draft, onChange }} hasPlaces={places.length > 0} />
      )}
      {target === 'retractWhen' && draft.retractWhen && <RetractValues {...{ draft, onChange }} />}
      {issue ? (
        <FieldError role="alert">{issue}</FieldError>
      ) : (
        isMissingHere && <p className="text-meta text-muted">Nothing there in this body.</p>
      )}
    </li>
  );
}

type PartProps = Pick<MappingFieldsProps, 'draft' | 'onChange'>;

function Places({ target, places, draft, onChange }: PartProps & { target: Target; places: readonly string[] }) {
  if (places.length === 0) return null;
  return (
    <ol className="flex flex-wrap items-center gap-1.5">
      {places.map((pointer, at) => (
        <li key={pointer} className="flex min-w-0 items-center gap-1.5">
          {at > 0 && <span className="text-meta text-muted">or</span>}
          <span className="flex min-w-0 items-center rounded-control bg-ink/6 pl-2 font-mono text-meta">
            <span className="wrap-anywhere">{wayOf(pointer)}</span>
            <IconButton
              label={`Remove ${wayOf(pointer)} from ${LABELS[target]}`}
              size="sm"
              onClick={() => onChange(withoutPlace(draft, target, pointer))}
            >
              <X aria-hidden="true" size={13} />
            </IconButton>
          </span>
        </li>
      ))}
    </ol>
  );
}

/** What holds in every body, or where no place has a value. */
function Always({
  target,
  draft,
  onChange,
  hasPlaces,
}: PartProps & { target: 'kind' | 'currency'; hasPlaces: boolean }) {
  const value = draft.fields[target]?.value ?? '';
  const label = `${LABELS[target]} ${hasPlaces ? 'otherwise' : 'always'}`;
  return (
    <div className="flex items-center gap-2.5">
      <span aria-hidden="true" className="text-muted text-table">
        {hasPlaces ? 'Otherwise' : 'Always'}
      </span>
      {target === 'kind' ? (
        <Select
          aria-label={label}
          value={value}
          onValueChange={(kind) => onChange(withValue(draft, target, kind))}
          options={KINDS}
          className="max-w-48"
        />
      ) : (
        <Input
          aria-label={label}
          value={value}
          onChange={(event) => onChange(withValue(draft, target, event.target.value.trim()))}
          placeholder="EUR"
          autoComplete="off"
          spellCheck={false}
          className="max-w-24"
        />
      )}
    </div>
  );
}

function RetractValues({ draft, onChange }: PartProps) {
  const { retractWhen } = draft;
  if (!retractWhen) return null;
  return (
    <div className="grid gap-1.5">
      <span aria-hidden="true" className="text-muted text-table">
        says one of
      </span>
      <TagInput
        aria-label="Values that retract it"
        value={retractWhen.equals}
        onChange={(equals) => onChange({ ...draft, retractWhen: { ...retractWhen, equals } })}
        separators="commas"
        placeholder="refunded, cancelled"
      />
    </div>
  );
}
