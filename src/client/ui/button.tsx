// Buttons. A busy button ignores presses but isn't disabled, so that it keeps focus.
import { Slot } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';
import { tooltip } from './tooltip.tsx';

type Variant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-outline';
type Size = 'sm' | 'md' | 'lg';

const BASE =
  'inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-control border font-semibold transition-colors duration-100 disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-default';

const VARIANTS: Record<Variant, string> = {
  primary:
    'border-transparent bg-accent text-accent-ink enabled:hover:bg-accent-strong [a&]:hover:bg-accent-strong enabled:active:bg-accent-strong',
  secondary: 'border-line bg-raised text-ink hover:border-field active:bg-surface disabled:hover:border-line',
  ghost: 'border-transparent bg-transparent text-ink hover:bg-ink/6 active:bg-ink/10 disabled:hover:bg-transparent',
  danger:
    'border-transparent bg-danger-fill text-danger-ink enabled:hover:bg-danger-fill-strong enabled:active:bg-danger-fill-strong',
  // Asks before it does anything: the dialog's own button is the loud one.
  'danger-outline': 'border-line bg-raised text-danger hover:border-danger active:bg-danger-tint',
};

const SIZES: Record<Size, string> = {
  sm: 'h-8 px-3 text-table',
  md: 'h-9 px-3.5 text-body',
  lg: 'h-10 px-4 text-body',
};

const ICON_SIZES = { sm: 'size-8', md: 'size-9' };

export type ButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  variant?: Variant | undefined;
  size?: Size | undefined;
  /** A spinner replaces the icon, and presses do nothing. */
  isBusy?: boolean | undefined;
  /** Label while busy; by default the label stays. */
  busyLabel?: string | undefined;
  /** A 16 px icon before the label. */
  icon?: ReactNode;
  /** Renders the single child (a link) as the button. */
  asChild?: boolean | undefined;
  children?: ReactNode;
};

export function Button({
  variant = 'primary',
  size = 'md',
  isBusy = false,
  busyLabel,
  icon,
  asChild = false,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  const look = classNames(BASE, VARIANTS[variant], SIZES[size], className);
  /** Toasts stand clear of it (toast-place.ts). */
  const loud = variant === 'primary' || variant === 'danger' || undefined;
  if (asChild) {
    return (
      <Slot.Root className={look} data-loud={loud} onClick={onClick} {...rest}>
        {icon}
        <Slot.Slottable>{children}</Slot.Slottable>
      </Slot.Root>
    );
  }
  return (
    <button
      type={type}
      className={look}
      data-loud={loud}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      // Also blocks submitting: Enter in a field presses the submit button.
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {isBusy ? <Spinner /> : icon}
      {isBusy ? (busyLabel ?? children) : children}
    </button>
  );
}

/** The button of messages, rows and bars. */
export const SmallButton = (props: ButtonProps) => <Button variant="secondary" size="sm" {...props} />;

type ButtonLinkProps = LinkProps & Pick<ButtonProps, 'variant' | 'size' | 'icon'>;

/** A link that looks like a button. */
export const ButtonLink = ({ variant, size, icon, className, ...link }: ButtonLinkProps) => (
  <Button asChild variant={variant} size={size} icon={icon} className={className}>
    <Link {...link} />
  </Button>
);

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** Its name for screen readers, and its tooltip. */
  label: string;
  size?: keyof typeof ICON_SIZES | undefined;
};

export const IconButton = ({ label, size = 'md', className, type = 'button', ...rest }: IconButtonProps) => (
  <button
    type={type}
    aria-label={label}
    {...tooltip(label)}
    className={classNames(BASE, VARIANTS.ghost, ICON_SIZES[size], className)}
    {...rest}
  />
);
