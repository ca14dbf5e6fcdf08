// What a caller is told of an input that its schema refuses.
import type { ZodError } from 'zod';
import { shorten } from '../shorten.ts';

/** One issue with an input: the field's dotted path, and what to do about it. */
export type FieldError = { field: string; message: string };

/** Unknown keys of one object that are named; and how much of one. */
const KEYS_NAMED = 10;
const KEY_MAX = 100;

/** @returns the first issue of each field; the first unknown keys are named one by one, the others counted. */
export function fieldErrors(error: ZodError): FieldError[] {
  const messages = new Map<string, string>();
  const note = (path: readonly PropertyKey[], message: string) => {
    const field = path.join('.') || 'body';
    if (!messages.has(field)) messages.set(field, message);
  };
  for (const issue of error.issues.flatMap(expandUnion)) {
    const { path } = issue;
    if (issue.code !== 'unrecognized_keys') note(path, messageOf(issue));
    else {
      for (const key of issue.keys.slice(0, KEYS_NAMED)) note([...path, shorten(key, KEY_MAX)], 'Unknown field');
      const more = issue.keys.length - KEYS_NAMED;
      if (more > 0) note(path, `${more} more unknown ${more === 1 ? 'field' : 'fields'}`);
    }
  }
  return [...messages].map(([field, message]) => ({ field, message }));
}

type Issue = ZodError['issues'][number];

/** Whether all that is asked for is nothing: an empty text or null. */
const isForNothing = (issues: readonly Issue[]) =>
  issues.every(({ code, ...more }) => code === 'invalid_value' || ('expected' in more && more.expected === 'null'));

/** @returns what is wrong with a value that may be left empty: that it isn't empty is not. */
function expandUnion(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.message !== 'Invalid input') return [issue];
  const branch = (issue.errors as Issue[][]).filter((issues) => !isForNothing(issues)).at(-1);
  return branch?.flatMap((inner) => expandUnion({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue];
}

/** How a type is called in a sentence; zod's own words ('Invalid input: expected string, received number') are for us. */
const TYPE_NAMES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function messageOf(issue: Issue): string {
  if (issue.code !== 'invalid_type' || !issue.message.startsWith('Invalid input: expected ')) return issue.message;
  if (issue.message.endsWith('received undefined')) return 'Required';
  const name = TYPE_NAMES[issue.expected];
  return name ? `Must be ${name}` : issue.message;
}
