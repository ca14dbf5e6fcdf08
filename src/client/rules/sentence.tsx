// Rules in words, as text and with the owner's own words standing out. Apart from the builder, so that sentences are read
// before it is loaded.
import type { Rules } from '#shared/embed/rule-types.ts';
import { rulesSentence } from './rules-sentence.ts';

/** What stands in quotes is what the owner wrote. */
export function Sentence({ text }: { text: string }) {
  const parts = text.split(/(“[^”]*”)/).map((part, at) => ({ part, key: `${at} ${part}` }));
  return parts.map(({ part, key }) =>
    part.startsWith('“') ? (
      <span key={key} className="break-words font-semibold">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

/** The rules as one sentence. @param emptyText stands for rules without conditions. */
export function RulesSummary({ rules, emptyText }: { rules: Rules; emptyText?: string | undefined }) {
  return (
    <p className="text-pretty rounded-control bg-accent-tint px-3.5 py-2.5">
      <Sentence text={rules.conditions.length === 0 && emptyText ? emptyText : rulesSentence(rules)} />
    </p>
  );
}
