// Form inputs.
import { Megaphone, ShoppingBag, Star } from 'lucide-react';
import { useState } from 'react';
import { Choice } from '../ui/choice.tsx';
import { ColorInput } from '../ui/color-input.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { Field } from '../ui/field.tsx';
import { Input, PasswordInput, Textarea } from '../ui/input.tsx';
import { TextLink } from '../ui/link.tsx';
import { NumberInput } from '../ui/number-input.tsx';
import { Select } from '../ui/select.tsx';
import { MeasureInput, SliderInput } from '../ui/slider-input.tsx';
import { TagInput } from '../ui/tag-input.tsx';
import { Story } from './story.tsx';

const TYPES = [
  { value: 'purchase', label: 'Purchase', description: 'Someone bought something', icon: <ShoppingBag size={16} /> },
  { value: 'review', label: 'Review', description: 'Someone rated something', icon: <Star size={16} /> },
  { value: 'announcement', label: 'Announcement', description: 'You have news', icon: <Megaphone size={16} /> },
];
const ZONES = ['Europe/Lisbon', 'Europe/Vienna', 'America/New_York', 'Asia/Tokyo'].map((value) => ({
  value,
  label: value.replace('_', ' '),
}));
const EDGES = ['Top', 'Middle', 'Bottom'].map((value) => ({ value, label: value }));
const domain = (typed: string) => (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(typed) ? typed : null);

export function FieldStories() {
  const [type, setType] = useState('purchase');
  const [size, setSize] = useState('14px');
  const [color, setColor] = useState('#3498db');
  const [delay, setDelay] = useState(5);
  const [edge, setEdge] = useState('Bottom');
  const [zone, setZone] = useState('Europe/Lisbon');
  const [domains, setDomains] = useState(['holtandash.shop', 'checkout.holtandash.shop']);
  return (
    <>
      <Story name="Field, Input, PasswordInput, Textarea">
        <div className="grid gap-5 md:grid-cols-2">
          <Field label="Email">{(control) => <Input {...control} type="email" placeholder="you@example.com" />}</Field>
          <Field label="Site name" error="Enter a name">
            {(control) => <Input {...control} />}
          </Field>
          <Field label="Password" hint="At least 6 characters." action={<TextLink to="/">Forgot password?</TextLink>}>
            {(control) => <PasswordInput {...control} autoComplete="off" defaultValue="correct horse" />}
          </Field>
          <Field label="Slug" hint="Made from the name.">
            {(control) => <Input {...control} disabled defaultValue="holt-and-ash" />}
          </Field>
          <Field label="Message" className="md:col-span-2" isOptional hint="What happened, in a sentence.">
            {(control) => <Textarea {...control} defaultValue="Ana from Lisbon bought the Oak Desk" />}
          </Field>
        </div>
      </Story>
      <Story name="Select, Combobox">
        <div className="grid gap-5 md:grid-cols-2">
          <Field label="Type">
            {(control) => <Select {...control} value={type} onValueChange={setType} options={TYPES} />}
          </Field>
          <Field label="Template" error="Choose one">
            {(control) => <Select {...control} value="" onValueChange={setType} options={TYPES} />}
          </Field>
          <Field label="Time zone">
            {(control) => (
              <Combobox
                {...control}
                value={zone}
                onValueChange={setZone}
                options={ZONES}
                placeholder="Choose a time zone"
                searchPlaceholder="Search time zones"
                emptyText="No time zone has that name."
              />
            )}
          </Field>
          <Field label="Plan">
            {(control) => <Select {...control} value="" disabled onValueChange={setType} options={TYPES} />}
          </Field>
        </div>
      </Story>
      <Story name="SliderInput, MeasureInput, NumberInput, Choice, ColorInput">
        <div className="grid gap-5 md:grid-cols-2">
          <Field label="Font size">
            {(control) => (
              <MeasureInput
                {...control}
                value={size}
                onChange={setSize}
                min={10}
                max={24}
                unit="px"
                aria-label="Font size"
              />
            )}
          </Field>
          <Field label="First notification after" hint="Longer times are typed.">
            {(control) => (
              <SliderInput
                {...control}
                value={delay}
                onChange={setDelay}
                min={0}
                max={600}
                sliderMax={60}
                unit="s"
                aria-label="First notification after"
              />
            )}
          </Field>
          <Field label="Layer">
            {(control) => (
              <NumberInput {...control} value={9999} onChange={() => {}} min={1} max={2_147_483_647} isWhole />
            )}
          </Field>
          <Field label="Shadow">
            {(control) => (
              <SliderInput {...control} disabled value={2} onChange={setDelay} min={0} max={5} aria-label="Shadow" />
            )}
          </Field>
          <Field label="Link color">
            {(control) => (
              <ColorInput
                {...control}
                label="Link color"
                value={color}
                onChange={setColor}
                swatches={[color, '#2ecc71']}
              />
            )}
          </Field>
          <div>
            <Choice aria-label="Position" value={edge} onChange={setEdge} options={EDGES} />
          </div>
          <div>
            <Choice aria-label="Position, off" disabled value={edge} onChange={setEdge} options={EDGES} />
          </div>
        </div>
      </Story>
      <Story name="TagInput">
        <div className="grid gap-5 md:grid-cols-2">
          <Field label="Domains" hint="Where the widget may run. Subdomains are included.">
            {(control) => <TagInput {...control} value={domains} onChange={setDomains} validate={domain} />}
          </Field>
          <Field label="Domains" error="At most 50 domains">
            {(control) => <TagInput {...control} value={[]} onChange={setDomains} placeholder="example.com" />}
          </Field>
        </div>
      </Story>
    </>
  );
}
