// What visitors read of the person behind an event, and which places are named by now.
import { useWatch } from 'react-hook-form';
import { useSourceActivity } from '#client/data/sources.ts';
import type { Source } from '#shared/contract/source.ts';
import { Bars } from './bars.tsx';
import { placeRows } from './outcome-words.ts';
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

export function PrivacyFields({ source }: { source: Source }) {
  const place = useWatch<SourceFormValues, 'place'>({ name: 'place' });
  return (
    <>
      <ChoiceField name="shownName" label="Name" options={NAMES} />
      <ChoiceField name="time" label="Time" options={TIMES} />
      <div className="self-end md:pb-2">
        <SwitchField name="amount" label="Show what was paid" />
      </div>
      <ChoiceField name="place" label="Most precise place" options={PLACES} />
      {place !== 'none' && (
        <NumberField
          name="minPlaceCount"
          label="Show a place from"
          hint="Below this, we show the region or country instead."
          unit="events there in 30 days"
        />
      )}
      {/* Counted as it is saved. */}
      {place === source.privacy.place && <Places source={source} />}
    </>
  );
}

function Places({ source }: { source: Source }) {
  const { data } = useSourceActivity(source);
  const typed = useWatch<SourceFormValues, 'minPlaceCount'>({ name: 'minPlaceCount' });
  const threshold = /^[1-9]\d{0,3}$/.test(typed) ? Number(typed) : source.privacy.minPlaceCount;
  if (!data || data.places.length === 0) return null;
  return (
    <div className="md:col-span-2">
      <Bars label="Events from each place in 30 days" rows={placeRows(data.places, threshold)} />
    </div>
  );
}
