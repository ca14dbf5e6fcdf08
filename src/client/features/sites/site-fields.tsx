// The fields of a site: name, domains, URL name, time zone, currency.
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { type UseFormReturn, useController } from 'react-hook-form';
import { TextField } from '#client/form/fields.tsx';
import { clockName } from '#client/format/dates.ts';
import { afterPress } from '#client/ui/after-press.ts';
import { classNames } from '#client/ui/class-names.ts';
import { Combobox } from '#client/ui/combobox.tsx';
import { CurrencyInput } from '#client/ui/currency-input.tsx';
import { Field } from '#client/ui/field.tsx';
import { TagInput } from '#client/ui/tag-input.tsx';
import { hostnameOf } from '#shared/contract/site.ts';
import { useDomainInWords } from './site-domain.ts';
import { type SiteFormOutput, type SiteFormValues, timezoneOptions } from './site-form.ts';

type Form = { form: UseFormReturn<SiteFormValues, unknown, SiteFormOutput> & { isRestored: boolean } };

type NameFieldProps = Form & {
  /** Called on every change of the name, from which the URL name is derived. */
  onChange?: (name: string) => void;
  autoFocus?: boolean;
};

export const NameField = ({ form, onChange, autoFocus = false }: NameFieldProps) => (
  <TextField
    form={form}
    name="name"
    rules={{ onChange: (event) => onChange?.(event.target.value) }}
    label="Name"
    placeholder="e.g. Holt & Ash"
    autoComplete="organization"
    autoFocus={autoFocus}
  />
);

export function DomainsField({ form }: Form) {
  const { control, setValue } = form;
  const { errors, submitCount } = form.formState;
  const box = useRef<HTMLDivElement>(null);
  const typed = form.watch('typed');
  const coming = hostnameOf(typed);
  const { field, fieldState } = useController({ control, name: 'domains' });
  const listed = field.value;
  const added = coming !== null && !listed.includes(coming) ? coming : null;
  const inWords = useDomainInWords(added ?? listed[0] ?? null);
  const [isLeft, setIsLeft] = useState(false);
  // The control says what it refused, in place of the hint.
  const isRefused = isLeft && typed !== '' && coming === null;
  const isFirstIssue = errors.typed !== undefined && errors.name === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: again after every attempt.
  useEffect(() => {
    if (isFirstIssue) box.current?.querySelector('input')?.focus();
  }, [isFirstIssue, submitCount]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what happens in its control.
    <div ref={box} onBlur={() => afterPress(() => setIsLeft(true))} onInput={() => setIsLeft(false)}>
      <Field
        label="Domains"
        isOptional
        hint={isRefused ? undefined : domainsHint(field.value, added !== null, inWords)}
        error={fieldState.error?.message}
      >
        {(a) => (
          <TagInput
            {...a}
            // Remounted, so that it begins with what was restored.
            key={String(form.isRestored)}
            typed={typed}
            value={field.value}
            onChange={field.onChange}
            validate={hostnameOf}
            invalidText={(refused) => `“${refused}” isn't a domain, such as shop.example.`}
            onTyped={(text) => setValue('typed', text)}
            placeholder="e.g. shop.example"
          />
        )}
      </Field>
    </div>
  );
}

/** @param inWords what the text in the field would add or, if nothing, the first domain. */
function domainsHint(domains: readonly string[], isAdding: boolean, inWords: string): ReactNode {
  if (isAdding) {
    return (
      <>
        Adds <span className="font-medium text-ink">{inWords}</span>.
      </>
    );
  }
  if (domains.length === 0) return 'Where notifications can appear. Leave empty to allow any website.';
  return domains.length === 1
    ? `Notifications can appear on ${inWords}.`
    : 'Notifications can appear on these domains and all their subdomains.';
}

type SlugFieldProps = Form & { hint: ReactNode; onChange?: (slug: string) => void };

export const SlugField = ({ form, hint, onChange }: SlugFieldProps) => (
  <TextField
    form={form}
    name="slug"
    rules={{ onChange: (event) => onChange?.(event.target.value) }}
    label="URL name"
    hint={hint}
    spellCheck={false}
    autoCapitalize="none"
    autoComplete="off"
  />
);

export function TimezoneField({ form }: Form) {
  const { control, getValues } = form;
  const { field, fieldState } = useController({ control, name: 'timezone' });
  const timezones = useMemo(() => timezoneOptions(getValues('timezone')), [getValues]);
  return (
    <Field
      label="Time zone"
      hint="Sets when a day starts in your statistics. Past days don't change."
      error={fieldState.error?.message}
    >
      {(a) => (
        <Combobox
          {...a}
          value={field.value}
          onValueChange={field.onChange}
          options={timezones}
          placeholder="Choose a time zone"
          searchPlaceholder="Search for a city"
          emptyText="No matching time zone"
        />
      )}
    </Field>
  );
}

export const CurrencyField = ({ form }: Form) => (
  <Field
    label="Currency"
    isOptional
    hint="Orders in it have a value on the Effect screen. A change begins a new measurement there."
    error={form.formState.errors.currency?.message}
  >
    {(a) => <CurrencyInput {...a} {...form.register('currency')} />}
  </Field>
);

/** Fields that rarely need a look: folded away, with what they hold, until asked for or wrong. */
export function MoreFields({ form, children }: Form & { children: ReactNode }) {
  const id = useId();
  const [isAsked, setIsAsked] = useState(false);
  const { errors, submitCount } = form.formState;
  const isOpen = isAsked || Boolean(errors.slug || errors.timezone);
  const isSlugWrong = errors.slug !== undefined;
  const { setFocus } = form;
  // It could not get the focus while it was folded away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: again after every attempt.
  useEffect(() => {
    if (isSlugWrong) setFocus('slug');
  }, [isSlugWrong, submitCount, setFocus]);
  const [slug, timezone] = form.watch(['slug', 'timezone']);
  return (
    <div className="border-line border-t pt-4">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsAsked(!isOpen)}
        className="-mx-1 flex min-h-9 w-[calc(100%+0.5rem)] items-center gap-2 rounded-control px-1 text-left text-table"
      >
        <span className="shrink-0 font-semibold">URL name and time zone</span>
        <span className="min-w-0 flex-1 truncate text-muted">
          {!isOpen && `${slug === '' ? '' : `/${slug} · `}${clockName(timezone)}`}
        </span>
        <ChevronDown
          aria-hidden="true"
          size={16}
          className={classNames('shrink-0 text-muted transition-transform duration-100', isOpen && 'rotate-180')}
        />
      </button>
      <div id={id} hidden={!isOpen} className="space-y-6 pt-4">
        {children}
      </div>
    </div>
  );
}
