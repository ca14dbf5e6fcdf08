// How every form works: the contract's schema validates it, one call saves it, and server errors appear on the fields
// they name, above the form, and in a toast where the specification asks for one.
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { type Failure, failureOf, headline, isOffline, showFieldErrors } from '#client/auth/failures.ts';
import { toast } from '#client/ui/toast.tsx';
import { TOASTS, type ToastText } from '#shared/messages.ts';

export type ServerFormOptions<Values extends FieldValues, Output, Saved> = {
  /** The contract's schema: its input is the form's values, its output is what gets sent. */
  schema: z.ZodType<Output, Values>;
  /** Must list every field: only these can show a server error. */
  defaultValues: Values;
  /**
   * Makes the call. @param values validated. @param changed only the values that differ from the defaults, so that
   * edits made by another tab or script survive. @throws what the call threw.
   */
  save(values: Output, changed: Partial<Output>): Promise<Saved>;
  /** @returns the form's name for a field that the server's error names; by default they are the same. */
  fieldOf?(field: string): string;
  /** The form's new defaults after saving. Without it, the form keeps its current input. */
  valuesOf?(saved: Saved): Values;
  onSaved?(saved: Saved, values: Output): void;
  /** @returns true if it handled the failure and the form should show nothing. */
  onFailed?(failure: Failure): boolean;
  /** The toast after success; omit it where the screen itself shows the result. */
  success?: ToastText | ((saved: Saved) => ToastText);
  /** The toast after a failure; omit it where the message above the form is enough. */
  failed?: ToastText;
};

export type ServerForm<Values extends FieldValues, Output, Saved> = UseFormReturn<Values, unknown, Output> & {
  /** Validates and saves. @returns the result; null when validation or the call failed. */
  submit(): Promise<Saved | null>;
  isBusy: boolean;
  /** Why the last call failed; null as soon as the next one starts. */
  failure: Failure | null;
  /** The message above the form; null when the fields show all errors. */
  message: string | null;
};

/** @returns react-hook-form's methods plus what a form backed by the server needs. */
export function useServerForm<Values extends FieldValues, Output, Saved>(
  options: ServerFormOptions<Values, Output, Saved>,
): ServerForm<Values, Output, Saved> {
  const { schema, defaultValues, save, fieldOf, valuesOf, onSaved, onFailed, success, failed } = options;
  const form = useForm<Values, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues: defaultValues as DefaultValues<Values>,
  });
  const [failure, setFailure] = useState<Failure | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  // Read it during render: react-hook-form only tracks what is read there.
  const { dirtyFields } = form.formState;

  const changedOf = (values: Output): Partial<Output> =>
    Object.fromEntries(Object.entries(values as object).filter(([key]) => key in dirtyFields)) as Partial<Output>;
  const saveValues = async (values: Output): Promise<Saved | null> => {
    setFailure(null);
    setMessage(null);
    setIsBusy(true);
    try {
      const saved = await save(values, changedOf(values));
      if (valuesOf) form.reset(valuesOf(saved));
      if (success) toast({ ...(typeof success === 'function' ? success(saved) : success), tone: 'success' });
      onSaved?.(saved, values);
      return saved;
    } catch (error) {
      const found = failureOf(error);
      // The user's own decision, and nothing has changed.
      if (found.code === 'canceled') return null;
      // What went wrong, and what to do, is said once: at the field, above the form or, if neither shows it, here.
      const isHandled = onFailed?.(found) ?? false;
      // Without a connection any form says so (spec 8), and the message above it what to do.
      const isLost = isOffline(found) && !isHandled;
      if (isLost) toast({ ...TOASTS.networkError, tone: 'danger' });
      else if (failed) toast({ ...failed, ...(isHandled && { description: headline(error) }), tone: 'danger' });
      if (isHandled) return null;
      setFailure(found);
      setMessage(showFieldErrors(error, form.setError, Object.keys(defaultValues) as FieldPath<Values>[], fieldOf));
      return null;
    } finally {
      setIsBusy(false);
    }
  };
  const submit = async () => {
    let saved: Saved | null = null;
    await form.handleSubmit(async (values) => {
      saved = await saveValues(values);
    })();
    return saved;
  };
  return { ...form, submit, isBusy, failure, message };
}
