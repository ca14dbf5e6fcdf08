// Single-line, multi-line and password inputs. Each accepts a ref and the props from react-hook-form's register.
// Text is 16 px below 768 px: iOS zooms in on smaller inputs.
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { classNames } from './class-names.ts';

export const INPUT_LOOK =
  'w-full rounded-control border border-field bg-raised px-3 text-base text-ink transition-colors duration-100 hover:border-ink focus-visible:border-accent focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:border-line disabled:bg-surface disabled:text-muted aria-invalid:border-danger md:text-body';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={classNames(INPUT_LOOK, 'h-10', className)} {...rest} />;
}

export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={rows} className={classNames(INPUT_LOOK, 'block min-h-20 py-2.5', className)} {...rest} />;
}

/** A password that can be revealed. Give it autoComplete, 'current-password' or 'new-password', for password managers. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <span className="relative block">
      <input
        {...rest}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className={classNames(INPUT_LOOK, 'h-10 pr-11', className)}
      />
      <button
        type="button"
        aria-label={isShown ? 'Hide password' : 'Show password'}
        onClick={() => setIsShown(!isShown)}
        className="absolute inset-y-1 right-1 grid w-8 place-items-center rounded-control text-muted hover:text-ink"
      >
        <Icon aria-hidden="true" size={18} strokeWidth={1.75} />
      </button>
    </span>
  );
}
