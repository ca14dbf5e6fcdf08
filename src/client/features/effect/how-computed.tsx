// How the result comes about, with the owner's own counts in the formula (docs/decisions/026-effect.md).
import { count } from '#client/format/numbers.ts';
import type { Effect, GoalEffect } from '#shared/contract/effect.ts';
import { amountOf, expectedOf } from './effect-words.ts';

export function HowComputed({ effect: { epoch, valueCap }, main }: { effect: Effect; main: GoalEffect }) {
  const { heldOut: C, shown: T } = main.converted;
  const share = epoch?.share ?? 0;
  const h = share / 100;
  const E = main.evidence;
  return (
    <details className="min-w-0 flex-1 basis-80">
      <summary className="w-fit font-medium text-accent">How this is computed</summary>
      <div className="mt-3 max-w-[64ch] space-y-3 text-pretty text-muted">
        <p>
          If notifications changed nothing, {share}% of the {count(C + T)} who reached the goal would be from the group
          without: about {count(expectedOf(main.converted, share))}. There were {count(C)}. E says how much better
          “something changed” explains that. From 20 on it is a clear difference. If nothing changes, it ever gets there
          in at most 1 of 20 cases, however often you look.
        </p>
        <p className="font-mono text-ink text-table">
          C = {C}, T = {T}, h = {h}
          <br />
          ln E = lnB(100h + C, 100(1 − h) + T) − lnB(100h, 100(1 − h)) − C ln h − T ln(1 − h)
          <br />E = {E < 1_000_000 ? Number(E.toPrecision(3)).toLocaleString('en') : E.toExponential(1)}
        </p>
        <p>
          Somebody who deletes their browser's data may change groups. Then the effect is at least what is shown.
          {valueCap !== null &&
            ` For amounts, a buyer counts as ${amountOf(valueCap, epoch?.currency ?? null)} at most, and nothing is said before each group has 100 buyers.`}
        </p>
      </div>
    </details>
  );
}
