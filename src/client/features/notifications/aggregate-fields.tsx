// The number that a template's notifications tell, computed by the server: what is counted, over which days, and from how
// many on it shows; with what it is now.
import { useFormContext, useWatch } from 'react-hook-form';
import { LearnMore } from '#client/content/learn-more.tsx';
import { useAggregate } from '#client/data/events.ts';
import { useSources } from '#client/data/sources.ts';
import { kindsLabel } from '#client/format/event-kinds.ts';
import { useSettled } from '#client/hooks/use-settled.ts';
import { Field } from '#client/ui/field.tsx';
import { Select } from '#client/ui/select.tsx';
import { heldBackBecause } from '#shared/aggregate-wording.ts';
import { MEASURES, TYPES_OF_MEASURE } from '#shared/contract/aggregate.ts';
import { EVENT_KINDS } from '#shared/contract/event-fields.ts';
import { NAME_MAX } from '#shared/limits.ts';
import { MEASURE_LABELS, valueInWords, WINDOW_LABELS, windowInWords } from './aggregate-words.ts';
import { SelectField, TextField } from './form-fields.tsx';
import { askedOf, type TemplateValues } from './template-form.ts';

/** A select can't hold an empty value. */
const TYPED = 'typed';
const MEASURE_OPTIONS = [
  { value: TYPED, label: 'None, or filled in each time' },
  ...MEASURES.map((value) => ({ value, label: MEASURE_LABELS[value] })),
];
const KINDS = EVENT_KINDS.map((value) => ({ value, label: kindsLabel(value) }));
const WINDOWS = Object.entries(WINDOW_LABELS).map(([value, label]) => ({ value, label }));

export function AggregateFields({ siteId }: { siteId: string }) {
  const { control, setValue, formState } = useFormContext<TemplateValues>();
  const { measure, window } = useWatch({ control, name: 'aggregate' });
  const choose = (value: string) => {
    const chosen = MEASURES.find((one) => one === value) ?? '';
    setValue('aggregate.measure', chosen, { shouldDirty: true, shouldValidate: formState.isSubmitted });
    if (chosen === '') return;
    // What can tell it: another type would be refused.
    setValue('type', TYPES_OF_MEASURE[chosen][0], { shouldDirty: true });
    if (chosen === 'average') setValue('aggregate.kind', 'review', { shouldDirty: true });
    for (const typed of ['rating', 'code', 'count'] as const) setValue(typed, '', { shouldDirty: true });
  };
  return (
    <fieldset className="rounded-panel border border-line bg-raised px-4 pt-3.5 pb-4">
      <legend className="float-left mb-3.5 w-full">
        <span className="block font-semibold text-sm">Computed number</span>
        <span className="block text-muted text-table">
          From your events, and never typed. <LearnMore guide="computed-numbers" about="computed numbers" />
        </span>
      </legend>
      <div className="clear-both grid gap-4 @md:grid-cols-2">
        <Field label="Number" error={formState.errors.aggregate?.measure?.message}>
          {(a) => <Select {...a} value={measure || TYPED} onValueChange={choose} options={MEASURE_OPTIONS} />}
        </Field>
        {measure !== '' && (
          <>
            {measure !== 'displays' && <SelectField name="aggregate.kind" label="Of" options={KINDS} />}
            <SelectField
              name="aggregate.window"
              label="Days"
              options={WINDOWS}
              hint={`In your site's time zone: ${windowInWords(window)}.`}
            />
            <TextField
              name="aggregate.floor"
              label="Shows from"
              hint="Below it, visitors see nothing."
              inputMode="numeric"
            />
            {measure !== 'displays' && <Narrowed siteId={siteId} />}
          </>
        )}
      </div>
      {/* Of another measure, the number before would be read wrongly. */}
      {measure !== '' && <Now key={measure} siteId={siteId} />}
    </fieldset>
  );
}

/** Only some events: of a product, or of one source. */
function Narrowed({ siteId }: { siteId: string }) {
  const { data: sources = [] } = useSources(siteId);
  const options = [
    { value: 'all', label: 'All sources' },
    ...sources.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <>
      <TextField
        name="aggregate.product"
        label="Product"
        isOptional
        hint="Part of its name is enough."
        maxLength={NAME_MAX}
      />
      {sources.length > 1 && <SelectField name="aggregate.sourceId" label="Source" options={options} />}
    </>
  );
}

/** How long typing pauses before it is asked what is typed, in ms. */
const TYPING_PAUSE = 400;

/** What the number is now. */
function Now({ siteId }: { siteId: string }) {
  const { control } = useFormContext<TemplateValues>();
  const values = useWatch({ control, name: 'aggregate' });
  const product = useSettled(values.product, TYPING_PAUSE);
  const asked = askedOf({ ...values, product });
  const { data, error } = useAggregate(asked && { siteId, ...asked });
  const floor = Number(values.floor);
  const isBelow = asked !== null && data !== undefined && Number.isInteger(floor) && data.count < floor;
  return (
    <p role="status" className="mt-4 text-table tabular-nums">
      {error || !asked ? (
        <span className="text-muted">The number can't be computed right now.</span>
      ) : data === undefined ? (
        <span className="text-muted">Counting…</span>
      ) : (
        <>
          <strong className="font-semibold">Now: {valueInWords(asked, data)}</strong>
          {isBelow && <span className="text-muted"> · {heldBackBecause({ ...asked, floor }, data)}</span>}
        </>
      )}
    </p>
  );
}
