// Describes the visit of a trial: the page, the visitor, the moment.
import { ChevronDown, Plus, Trash2 } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { completedLink } from '#client/form/links.ts';
import { clockName } from '#client/format/dates.ts';
import { capitalized } from '#client/format/words.ts';
import { Button, IconButton } from '#client/ui/button.tsx';
import { Choice } from '#client/ui/choice.tsx';
import { Field } from '#client/ui/field.tsx';
import { Input } from '#client/ui/input.tsx';
import { DEVICES } from '#shared/embed/payload.ts';
import type { ConditionType, Rules } from '#shared/embed/rule-types.ts';
import { factNamesIn, typesIn, type Visit } from './trial.ts';

type VisitFieldsProps = {
  visit: Visit;
  change: (changes: Partial<Visit>) => void;
  /** The site's. */
  timezone: string;
  /** What is tried: it says which fields matter. */
  rules: readonly Rules[];
  /** Whether the address is one. */
  isAddress: boolean;
  /** Whether the time is one. */
  isTime: boolean;
};

const DEVICE_CHOICES = DEVICES.map((value) => ({ value, label: capitalized(value) }));
const EXIT_CHOICES = [
  { value: 'no', label: 'Not yet' },
  { value: 'yes', label: 'Yes' },
] as const;

/** What visitors are asked about less often; shown where a rule needs it. */
const RARE: readonly ConditionType[] = [
  'referrer',
  'language',
  'pages',
  'time',
  'scroll',
  'exit',
  'date',
  'weekday',
  'hour',
  'fact',
];

type Typed = 'referrer' | 'language' | 'visits' | 'pages' | 'time' | 'scroll';
const TEXT = { autoCapitalize: 'none', spellCheck: false } as const;
const NUMBER = { inputMode: 'decimal', className: 'tabular-nums' } as const;

export function VisitFields({ visit, change, timezone, rules, isAddress, isTime }: VisitFieldsProps) {
  const [isAll, setIsAll] = useState(false);
  const types = typesIn(rules);
  const has = (...asked: ConditionType[]) => isAll || asked.some((type) => types.has(type));
  const input = (key: Typed, label: string, look: ComponentProps<'input'>, hint?: string) => (
    <Field label={label} hint={hint}>
      {(a) => (
        <Input
          {...a}
          {...look}
          value={visit[key]}
          autoComplete="off"
          onChange={({ target }) => change({ [key]: target.value })}
        />
      )}
    </Field>
  );
  return (
    <div className="grid min-w-0 grid-cols-2 content-start gap-x-4 gap-y-4">
      <Field
        label="Page address"
        error={isAddress ? undefined : 'Enter an address, such as /products or https://shop.example/'}
        className="col-span-2"
      >
        {(a) => (
          <Input
            {...a}
            value={visit.address}
            {...TEXT}
            inputMode="url"
            autoComplete="off"
            onChange={({ target }) => change({ address: target.value })}
            onBlur={() => change({ address: completedLink(visit.address) })}
          />
        )}
      </Field>
      <Labelled label="Device">
        {(labelledBy) => (
          <Choice
            aria-labelledby={labelledBy}
            value={visit.device}
            onChange={(device) => change({ device })}
            options={DEVICE_CHOICES}
          />
        )}
      </Labelled>
      {input('visits', 'Visit number', NUMBER, '1 is a new visitor.')}
      {has('pages') && input('pages', 'Page of the visit', NUMBER)}
      {has('referrer') && input('referrer', 'Came from', { ...TEXT, placeholder: 'came directly' })}
      {has('language') && input('language', 'Language', { ...TEXT, placeholder: 'e.g. en' })}
      {has('time') && input('time', 'Seconds on the page', NUMBER)}
      {has('scroll') && input('scroll', 'Scrolled to, in %', NUMBER)}
      {has('exit') && (
        <Labelled label="Mouse left through the top">
          {(labelledBy) => (
            <Choice
              aria-labelledby={labelledBy}
              value={visit.exit ? 'yes' : 'no'}
              onChange={(value) => change({ exit: value === 'yes' })}
              options={EXIT_CHOICES}
            />
          )}
        </Labelled>
      )}
      {has('date', 'weekday', 'hour') && (
        <Field
          label={clockName(timezone)}
          hint="Leave blank for the current time."
          error={isTime ? undefined : 'Enter a date and time, the year with four digits'}
          className="col-span-2 @md:col-span-1"
        >
          {(a) => (
            <Input
              {...a}
              type="datetime-local"
              value={visit.when}
              onChange={({ target }) => change({ when: target.value })}
            />
          )}
        </Field>
      )}
      {has('fact') && <FactFields visit={visit} change={change} asked={factNamesIn(rules)} />}
      {!isAll && RARE.some((type) => !types.has(type)) && (
        <div className="col-span-2">
          <Button
            variant="ghost"
            size="sm"
            className="-ml-3"
            icon={<ChevronDown aria-hidden="true" size={15} />}
            onClick={() => setIsAll(true)}
          >
            More about the visit
          </Button>
        </div>
      )}
    </div>
  );
}

/** A label for a control that is no input. */
function Labelled({ label, children }: { label: string; children: (labelledBy: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="col-span-2 grid content-start justify-items-start gap-1.5 @md:col-span-1">
      <span id={id} className="font-semibold text-table">
        {label}
      </span>
      {children(id)}
    </div>
  );
}

type FactFieldsProps = Pick<VisitFieldsProps, 'visit' | 'change'> & { asked: readonly string[] };

/** The facts that the rules ask for, and any other the owner adds. */
function FactFields({ visit, change, asked }: FactFieldsProps) {
  const { facts } = visit;
  const rows = [
    ...asked.map((name) => ({ name, at: facts.findLastIndex((fact) => fact.name === name) })),
    ...facts.flatMap(({ name }, at) => (asked.includes(name) ? [] : [{ name, at }])),
  ];
  const set = (at: number, fact: { name: string; value: string }) =>
    change({ facts: at < 0 ? [...facts, fact] : facts.with(at, fact) });
  return (
    <fieldset className="col-span-2 min-w-0 space-y-2">
      <legend className="mb-1.5 font-semibold text-table">Facts</legend>
      {rows.map(({ name, at }) => {
        const isAsked = asked.includes(name);
        const value = facts[at]?.value ?? '';
        return (
          <div
            key={isAsked ? `asked ${name}` : at}
            className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto] items-center gap-2"
          >
            {isAsked ? (
              <span className="truncate text-table">{name}</span>
            ) : (
              <Input
                aria-label="Name of the fact"
                value={name}
                placeholder="e.g. cart-total"
                autoComplete="off"
                spellCheck={false}
                onChange={({ target }) => set(at, { name: target.value.trim(), value })}
              />
            )}
            <Input
              aria-label={name === '' ? 'Value of the fact' : `Value of ${name}`}
              value={value}
              placeholder="not set"
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => set(at, { name, value: target.value })}
            />
            {isAsked ? (
              <span className="w-8" />
            ) : (
              <IconButton
                label="Remove the fact"
                size="sm"
                className="text-muted hover:text-danger"
                onClick={() => change({ facts: facts.toSpliced(at, 1) })}
              >
                <Trash2 aria-hidden="true" size={15} />
              </IconButton>
            )}
          </div>
        );
      })}
      <Button
        variant="ghost"
        size="sm"
        className="-ml-3"
        icon={<Plus aria-hidden="true" size={15} />}
        onClick={() => change({ facts: [...facts, { name: '', value: '' }] })}
      >
        Add fact
      </Button>
    </fieldset>
  );
}
