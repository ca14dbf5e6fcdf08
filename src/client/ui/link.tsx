// A link in text or beside a label.
import { Link, type LinkProps } from 'react-router';
import { classNames } from './class-names.ts';

export function TextLink({ className, ...rest }: LinkProps) {
  return (
    <Link
      className={classNames(
        'rounded-control font-medium text-accent underline decoration-accent/35 underline-offset-3 hover:decoration-accent',
        className,
      )}
      {...rest}
    />
  );
}
