// How far the enrollment has come: its steps in a row.
import { classNames } from '#client/ui/class-names.ts';
import { type Step, wayOf } from './step.ts';

export function Way({ step, isPaidPlan }: { step: Step; isPaidPlan: boolean }) {
  const { names, at } = wayOf(step, isPaidPlan);
  return (
    <ol
      aria-label="Steps"
      className="-mb-3 mx-auto flex w-full max-w-[25rem] gap-1.5 px-4 pt-8 text-meta md:-mb-8 md:pt-12"
    >
      {names.map((name, index) => (
        <li
          key={name}
          aria-current={index === at ? 'step' : undefined}
          className={classNames(
            'min-w-0 flex-1 border-t-2 pt-1.5',
            index <= at ? 'border-accent' : 'border-line',
            index === at ? 'font-semibold text-ink' : 'text-muted',
          )}
        >
          {name}
        </li>
      ))}
    </ol>
  );
}
