// For `data-debug`: what to log to the console, initially and on every change.
import type { RuleLine } from '#shared/embed/describe-rules.ts';
import type { Explanation } from './explain.ts';
import type { Check } from './snapshot.ts';

/** An entry has changed if its `key` has: texts such as '12 s' change all the time without meaning anything. */
type Entry = { id: string; key: string; text: string };

function ruleTexts({ holds, text, found, lines = [] }: RuleLine): string[] {
  const own = `${holds ? '✓' : '✗'} ${text}${found === undefined ? '' : ` (now: ${found})`}`;
  return [own, ...lines.flatMap(ruleTexts).map((line) => `  ${line}`)];
}

const checkText = ({ isOk, text, hint, lines = [] }: Check): string =>
  [
    `${isOk ? '✓' : '✗'} ${text}${hint && !isOk ? `. ${hint}` : ''}`,
    ...lines.flatMap(ruleTexts).map((line) => `    ${line}`),
  ].join('\n');

const ruleKey = ({ holds, lines = [] }: RuleLine): string => `${holds}${lines.map(ruleKey)}`;
const checkKey = ({ code, isOk, lines = [] }: Check): string => `${code}${isOk}${lines.map(ruleKey)}`;

function entriesOf({ checks, notifications }: Explanation): Entry[] {
  const page = checks.map((check) => ({
    id: `page ${check.code}`,
    key: checkKey(check),
    text: checkText(check),
  }));
  const own = notifications.map(({ id, label, state, verdict, reasons }) => {
    const because = reasons.map((reason) => `\n  ${checkText(reason).replaceAll('\n', '\n  ')}`).join('');
    const key = `${state}${reasons.map(checkKey)}`;
    return { id: `notification ${id}`, key, text: `“${label}”: ${verdict.toLowerCase()}${because}` };
  });
  return [...page, ...own];
}

/** @returns a function that takes each explanation and returns the lines that are new since the previous one. */
export function makeChangeLog(): (explanation: Explanation) => string[] {
  // Keyed by id. Not a Map, because old pages replace it with their own.
  let before: Record<string, string> = {};
  return (explanation) => {
    const entries = entriesOf(explanation);
    const lines = entries.filter(({ id, key }) => before[id] !== key).map(({ text }) => text);
    before = {};
    for (const { id, key } of entries) before[id] = key;
    return lines;
  };
}

/** Logs lines to the console: a single line as it is, several as a collapsed group. */
export function print(lines: readonly string[]): void {
  const [first] = lines;
  if (first === undefined) return;
  if (lines.length === 1) {
    console.info(`Proofbell: ${first}`);
    return;
  }
  console.groupCollapsed(`Proofbell: why each notification is or isn't shown (${lines.length})`);
  for (const line of lines) console.info(line);
  console.groupEnd();
}
