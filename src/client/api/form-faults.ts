// Puts the server's faults beside the fields of a form.
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { faultOf } from './faults.ts';

/** @returns the one sentence that tells best what was wrong, for a toast. */
export function headline(error: unknown): string {
  const { fields, message } = faultOf(error);
  return fields[0]?.message ?? message;
}

/**
 * Shows each fault the server named on its field and focuses the first.
 * @param fields those the form has; `domains.0` counts for `domains`.
 * @returns what is left to be said above the form: the message when no field took a fault, else null.
 */
export function showFaults<T extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<T>,
  fields: readonly FieldPath<T>[],
): string | null {
  const fault = faultOf(error);
  let hasShown = false;
  for (const { field, message } of fault.fields) {
    const name = fields.find((one) => field === one || field.startsWith(`${one}.`));
    if (!name) continue;
    setError(name, { type: 'server', message }, { shouldFocus: !hasShown });
    hasShown = true;
  }
  if (hasShown) return null;
  const details = fault.fields.map((one) => `${one.field}: ${one.message}`).join('; ');
  return details === '' ? fault.message : `${fault.message} ${details}`;
}
