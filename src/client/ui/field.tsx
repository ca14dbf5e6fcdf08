// A form field: label, control, and its hint or, instead of it, the error, tied together for screen readers.
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

/** Props that the control inside a Field must take. */
type FieldControl = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true };

type FieldProps = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  isOptional?: boolean | undefined;
  /** To the right of the label, for example a 'Forgot password?' link. */
  action?: ReactNode;
  className?: string | undefined;
  children: (control: FieldControl) => ReactNode;
};

export function Field({ label, hint, error, isOptional = false, action, className, children }: FieldProps) {
  const id = useId();
  const describedBy = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div className={classNames('grid min-w-0 content-start gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-4 text-table">
        <label htmlFor={id} className="font-semibold text-ink">
          {label}
          {isOptional && <span className="font-normal text-muted"> (optional)</span>}
        </label>
        {action}
      </div>
      {children({
        id,
        ...(describedBy && { 'aria-describedby': describedBy }),
        ...(error && { 'aria-invalid': true as const }),
      })}
      {error ? (
        <FieldError id={`${id}-error`}>{error}</FieldError>
      ) : (
        hint && (
          <p id={`${id}-hint`} className="text-meta text-muted">
            {hint}
          </p>
        )
      )}
    </div>
  );
}

type FieldErrorProps = { id?: string; role?: 'alert'; children: ReactNode };

/** What is wrong with a field's content: the control is described by `id`. About several controls, it is an alert. */
export function FieldError({ id, role, children }: FieldErrorProps) {
  return (
    <p id={id} role={role} className="flex items-start gap-1.5 text-danger text-table">
      <CircleAlert aria-hidden="true" size={15} className="mt-[2.5px] shrink-0" />
      {children}
    </p>
  );
}
