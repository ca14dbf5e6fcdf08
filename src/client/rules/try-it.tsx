// 'Try it': describes a visit, and says at once whether notifications would show on it and which condition decided.
import { Check, CircleCheck, CircleMinus, Minus, X } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { readJson, tabStore } from '#client/auth/browser.ts';
import { capitalized } from '#client/format/words.ts';
import { classNames } from '#client/ui/class-names.ts';
import type { Rules } from '#shared/embed/rule-types.ts';
import { matchInWords } from '#shared/embed/rules-sentence.ts';
import { Sentence } from './sentence.tsx';
import {
  addressIn,
  decisiveStep,
  factsOf,
  firstVisit,
  momentOf,
  type Step,
  type Trial,
  tryRules,
  type Visit,
} from './trial.ts';
import { VisitFields } from './visit-fields.tsx';

/** Rules that must hold, with what they are called where there are several: 'The rules for every notification'. */
type TriedRules = { title: string; rules: Rules };

type TryItProps = {
  site: { id: string; domain: string | undefined; timezone: string };
  /** In the order in which the widget asks them: its own first. */
  tried: readonly TriedRules[];
};

function useVisit({ id, domain }: TryItProps['site'], rules: Rules | undefined) {
  const key = `trial:${id}`;
  const [visit, setVisit] = useState<Visit>(() => ({
    ...firstVisit(domain, rules),
    ...(readJson(tabStore, key) as Partial<Visit> | null),
  }));
  const change = (changes: Partial<Visit>) => {
    const next = { ...visit, ...changes };
    setVisit(next);
    tabStore.write(key, JSON.stringify(next));
  };
  return { visit, change };
}

export function TryIt({ site, tried }: TryItProps) {
  const { visit, change } = useVisit(site, tried[0]?.rules);
  const rules = useDeferredValue(tried);
  const facts = useMemo(() => factsOf(visit, site, Date.now()), [visit, site]);
  const isAddress = addressIn(visit.address, site.domain) !== null;
  const isTime = momentOf(visit, site.timezone, 0) !== null;
  // The widget asks its own rules first, and a notification's only if those hold.
  const trials = useMemo(() => {
    let isReached = true;
    return facts
      ? rules.map((one) => {
          const trial = tryRules(one.rules, facts, isReached);
          isReached &&= trial.isShown;
          return { ...one, ...trial };
        })
      : null;
  }, [rules, facts]);
  return (
    <div className="@container">
      <div className="grid gap-x-8 gap-y-6 @4xl:grid-cols-2">
        <VisitFields
          visit={visit}
          change={change}
          timezone={site.timezone}
          rules={rules.map((one) => one.rules)}
          isAddress={isAddress}
          isTime={isTime}
        />
        <div className="min-w-0">
          {trials ? (
            <Outcome trials={trials} />
          ) : (
            <p className="text-muted">
              {isAddress
                ? 'Enter a time to see what shows then.'
                : 'Enter the address of a page to see what shows there.'}
            </p>
          )}
        </div>
      </div>
    </div>
  );
}

type TitledTrial = TriedRules & Trial;

/** @returns why, in a sentence. */
function reasonFor(trials: readonly TitledTrial[]): string {
  const failed = trials.find(({ isShown }) => !isShown);
  if (failed) {
    const step = decisiveStep(failed.steps);
    const reason = step ? `This isn't true: ${step.text}.` : 'None of the conditions is true.';
    return trials.length > 1 ? `${failed.title} decided. ${reason}` : reason;
  }
  const conditions = trials.flatMap(({ steps }) => steps);
  if (conditions.length === 0) return 'There are no conditions.';
  const steps = trials.flatMap((trial) => decisiveStep(trial.steps) ?? []);
  if (steps.length > 0)
    return `${steps.length > 1 ? 'These are' : 'This is'} enough: ${steps.map(({ text }) => text).join('; ')}.`;
  return conditions.length === 1 ? 'The condition is true.' : 'All conditions are true.';
}

function Outcome({ trials }: { trials: readonly TitledTrial[] }) {
  const isShown = trials.every((trial) => trial.isShown);
  const Icon = isShown ? CircleCheck : CircleMinus;
  return (
    <div className="space-y-4">
      <div
        role="status"
        className={classNames(
          'flex items-start gap-3 rounded-control px-3.5 py-3',
          isShown ? 'bg-success-tint' : 'bg-danger-tint',
        )}
      >
        <Icon
          aria-hidden="true"
          size={18}
          className={classNames('mt-px shrink-0', isShown ? 'text-success' : 'text-danger')}
        />
        <div className="min-w-0">
          <p className="font-semibold">{isShown ? 'Shown' : 'Not shown'}</p>
          <p className="text-pretty">
            <Sentence text={reasonFor(trials)} />
          </p>
        </div>
      </div>
      {trials.map(
        ({ title, steps }) =>
          steps.length > 0 && (
            <section key={title} aria-label={title}>
              {trials.length > 1 && <h3 className="mb-1 font-semibold text-table">{title}</h3>}
              <Steps steps={steps} />
            </section>
          ),
      )}
    </div>
  );
}

const STATES = {
  holds: { icon: Check, word: 'True', look: 'text-success' },
  fails: { icon: X, word: 'Not true', look: 'text-danger' },
  skipped: { icon: Minus, word: 'Not reached', look: 'text-muted' },
};

/** More conditions than this that the trial doesn't reach are only counted. */
const SKIPPED_SHOWN = 3;

function Steps({ steps }: { steps: readonly Step[] }) {
  const reached = steps.findLastIndex(({ state }) => state !== 'skipped') + 1;
  const left = steps.length - reached;
  const shown = left > SKIPPED_SHOWN ? reached : steps.length;
  return (
    <ul className="divide-y divide-line">
      {steps.slice(0, shown).map((step, at) => {
        const { icon: Icon, word, look } = STATES[step.state];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no identity beyond their place
          <li key={at} className="py-2">
            <div className="flex items-start gap-2.5">
              <Icon aria-hidden="true" size={15} strokeWidth={2.5} className={classNames('mt-0.5 shrink-0', look)} />
              <p className={classNames('min-w-0 flex-1 text-pretty', step.state === 'skipped' && 'text-muted')}>
                <Sentence
                  text={step.group ? matchInWords(step.group.match, step.group.steps.length) : capitalized(step.text)}
                />
                {step.found !== undefined && step.state !== 'skipped' && (
                  <span className="block break-words text-muted text-table">Here: {step.found}</span>
                )}
              </p>
              <span className={classNames('shrink-0 font-medium text-meta leading-5', look)}>
                {word}
                {step.isDecisive && !step.group?.steps.some((inner) => inner.isDecisive) && ' · decided'}
              </span>
            </div>
            {step.group && (
              <div className="mt-1 ml-[7px] border-line border-l pl-4">
                <Steps steps={step.group.steps} />
              </div>
            )}
          </li>
        );
      })}
      {shown < steps.length && (
        <li className="flex items-start gap-2.5 py-2 text-muted">
          <Minus aria-hidden="true" size={15} strokeWidth={2.5} className="mt-0.5 shrink-0" />
          {reached > 0 ? `${left} more, not reached` : `${left} conditions, not reached`}
        </li>
      )}
    </ul>
  );
}
