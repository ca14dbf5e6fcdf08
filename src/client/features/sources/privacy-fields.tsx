// What visitors read of the person behind an event.
import { useWatch } from 'react-hook-form';
import { ChoiceField, NumberField, SwitchField } from './source-fields.tsx';
import type { SourceFormValues } from './source-form.ts';

const NAMES = [
  { value: 'first', label: 'First name', description: 'Ana' },
  { value: 'initial', label: 'Initial', description: 'A.' },
  { value: 'none', label: 'No name', description: 'Someone' },
];

const PLACES = [
  { value: 'city', label: 'City' },
  { value: 'region', label: 'Region' },
  { value: 'country', label: 'Country' },
  { value: 'none', label: 'No place' },
];

const TIMES = [
  { value: 'rounded', label: 'Rounded', description: 'To 5 minutes, after a day to the hour' },
  { value: 'exact', label: 'Exact', description: 'To the second' },
];

export function PrivacyFields() {
  const place = useWatch<SourceFormValues, 'place'>({ name: 'place' });
  return (
    <div className="space-y-6">
      <ChoiceField
        name="shownName"
        label="Name"
        hint="Last names never show, and anything that isn't a name becomes “Someone”."
        options={NAMES}
      />
      <ChoiceField name="place" label="Place" hint="At most this exact." options={PLACES} />
      {place !== 'none' && (
        <NumberField
          name="minPlaceCount"
          label="Show a place from"
          hint="With fewer, a larger place is shown instead, so that nobody is recognized by their village."
          unit="events there in 30 days"
        />
      )}
      <ChoiceField name="time" label="Time" options={TIMES} />
      <SwitchField name="amount" label="Show what was paid" />
    </div>
  );
}
