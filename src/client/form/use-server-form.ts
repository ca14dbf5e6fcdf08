// How every form works: the contract's schema validates it, one call saves it, and server errors appear on the fields
// they name, above the form, and in a toast where the specification asks for one.
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { type Failure, failureOf, isOffline, showFieldErrors } from '#client/auth/failures.ts';
import { toast } from '#client/ui/toast.tsx';
import { TOASTS, type ToastText } from '#shared/messages.ts';
import { type FormPlace, useKeptDrafts } from './kept-drafts.tsx';

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
  /** Where to put back what was typed when the session ended. Never for passwords, nor for what only confirms. */
  keptAt?: FormPlace;
};

export type ServerForm<Values extends FieldValues, Output, Saved> = UseFormReturn<Values, unknown, Output> & {
  /** Validates and saves. @returns the result; null when validation or the call failed. */
  submit(): Promise<Saved | null>;
  isBusy: boolean;
  /** Why the last call failed; null as soon as the next one starts. */
  failure: Failure | null;
  /** The message above the form; null when the fields show all errors. */
  message: string | null;
  /** Whether it holds what was typed before the session ended, not saved since. */
  isRestored: boolean;
};

/** @returns react-hook-form's methods plus what a form backed by the server needs. */
export function useServerForm<Values extends FieldValues, Output, Saved>(
  options: ServerFormOptions<Values, Output, Saved>,
): ServerForm<Values, Output, Saved> {
  const { schema, defaultValues, save, fieldOf, valuesOf, onSaved, onFailed, success, failed, keptAt } = options;
  const form = useForm<Values, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues: defaultValues as DefaultValues<Values>,
  });
  const [failure, setFailure] = useState<Failure | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const drafts = useKeptDrafts();
  const [isRestored, setIsRestored] = useKeptValues(form, keptAt);
  // Read it during render: react-hook-form only tracks what is read there.
  const { dirtyFields } = form.formState;

  const changedOf = (values: Output): Partial<Output> =>
    Object.fromEntries(Object.entries(values as object).filter(([key]) => key in dirtyFields)) as Partial<Output>;
  const saveValues = async (values: Output): Promise<Saved | null> => {
    setFailure(null);
    setMessage(null);
    setIsBusy(true);
    const wasExpired = drafts.hasExpired();
    try {
      const saved = await save(values, changedOf(values));
      if (valuesOf) form.reset(valuesOf(saved));
      setIsRestored(false);
      if (success) toast({ ...(typeof success === 'function' ? success(saved) : success), tone: 'success' });
      onSaved?.(saved, values);
      return saved;
    } catch (error) {
      const found = failureOf(error);
      // The user's own decision, and nothing has changed.
      if (found.code === 'canceled') return null;
      // The session has just ended: that is said, the form is gone, and what it held is kept.
      if (drafts.hasExpired() && !wasExpired) return null;
      // What went wrong, and what to do, is said once: at the field, above the form, or where the caller says it.
      const isHandled = onFailed?.(found) ?? false;
      // Without a connection any form says so (spec 8), and the message above it what to do.
      const isLost = isOffline(found) && !isHandled;
      if (isLost) toast({ ...TOASTS.networkError, tone: 'danger' });
      else if (failed) toast({ ...failed, tone: 'danger' });
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
    const save = async (values: Output) => {
      saved = await saveValues(values);
    };
    // A field that isn't on the screen can't show its error: without a word, the button would seem dead.
    await form.handleSubmit(save, (errors) => setMessage(withoutField(errors)[0] ?? null))();
    return saved;
  };
  return { ...form, submit, isBusy, failure, message, isRestored };
}

/** @returns what is wrong with values that no field on the screen holds. */
export function withoutField(errors: object): string[] {
  return Object.entries(errors).flatMap(([name, error]) => {
    if (typeof error !== 'object' || error === null) return [];
    if (!('type' in error)) return withoutField(error);
    const message = 'message' in error && typeof error.message === 'string' ? error.message : 'Not valid';
    return 'ref' in error && error.ref ? [] : [`${name}: ${message}`];
  });
}

/** Keeps what differs from the defaults when the session ends, and puts it back after the login. */
function useKeptValues<Values extends FieldValues, Output>(
  { reset, getValues, formState }: UseFormReturn<Values, unknown, Output>,
  place: FormPlace | undefined,
) {
  const drafts = useKeptDrafts();
  const [isRestored, setIsRestored] = useState(false);
  const defaults: Record<string, unknown> = formState.defaultValues ?? {};
  const latest = useRef({ place, defaults });
  useEffect(() => {
    latest.current = { place, defaults };
  });
  useEffect(() => {
    const { place: first } = latest.current;
    const values = first && drafts.take(first.name, first.opened);
    if (values) {
      reset({ ...latest.current.defaults, ...values } as Values, { keepDefaultValues: true });
      setIsRestored(true);
    }
    return () => {
      const now = latest.current;
      if (!now.place || !drafts.hasExpired()) return;
      const typed = Object.entries(getValues()).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(now.defaults[name]),
      );
      if (typed.length === 0 && !now.place.isKeptUnchanged) return;
      drafts.keep(now.place.name, { opened: now.place.opened, values: Object.fromEntries(typed) });
    };
  }, [drafts, reset, getValues]);
  return [isRestored, setIsRestored] as const;
}
