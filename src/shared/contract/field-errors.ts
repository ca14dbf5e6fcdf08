// What a caller is told of an input that its schema refuses.
import type { ZodError } from 'zod';

/** @returns the first issue of each field; unknown keys are listed one by one. */
export function fieldErrors(error: ZodError): { field: string; message: string }[] {
  const issues = error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), message: 'Unknown field' }));
    }
    return [{ field: issue.path.join('.') || 'body', message: messageOf(issue) }];
  });
  return issues.filter((issue, i) => issues.findIndex((other) => other.field === issue.field) === i);
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

function messageOf(issue: ZodError['issues'][number]): string {
  if (issue.code !== 'invalid_type' || !issue.message.startsWith('Invalid input: expected ')) return issue.message;
  if (issue.message.endsWith('received undefined')) return 'Required';
  const name = TYPE_NAMES[issue.expected];
  return name ? `Must be ${name}` : issue.message;
}
