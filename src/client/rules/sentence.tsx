// Rules in words, as text and with the owner's own words standing out. Apart from the builder, so that sentences are read
// before it is loaded.
import type { Rules } from '#shared/embed/rule-types.ts';
import { rulesSentence, shownWhen } from '#shared/embed/rules-sentence.ts';

/** What stands in quotes is what the owner wrote. */
export function Sentence({ text }: { text: string }) {
  const parts = text.split(/(“[^“”]*”)/).map((part, at) => ({ part, key: `${at} ${part}` }));
  return parts.map(({ part, key }) =>
    part.startsWith('“') ? (
      <span key={key} className="wrap-anywhere font-semibold">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

/** More than this, and the sentence says less than the conditions below it. */
const SAID_MAX = 6;

function summaryOf(rules: Rules, emptyText: string | undefined): string {
  const { length } = rules.conditions;
  if (length === 0 && emptyText) return emptyText;
  return length > SAID_MAX ? `${shownWhen(rules.match, `of these ${length} conditions`)}.` : rulesSentence(rules);
}

/** The rules as one sentence. @param emptyText stands for rules without conditions. */
export function RulesSummary({ rules, emptyText }: { rules: Rules; emptyText?: string | undefined }) {
  return (
    <p className="text-pretty rounded-control bg-accent-tint px-3.5 py-2.5">
      <Sentence text={summaryOf(rules, emptyText)} />
    </p>
  );
}
