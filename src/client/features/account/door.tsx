// The frame of the pages at the door: register, log in, verify. One column, the title, what is said, the form.
import type { ReactNode } from 'react';

type DoorProps = { title: string; description: ReactNode; children: ReactNode; footer?: ReactNode };

export function Door({ title, description, children, footer }: DoorProps) {
  return (
    <div className="mx-auto w-full max-w-[25rem] px-4 py-12 md:py-20">
      <h1 className="font-display font-semibold text-[32px] leading-tight tracking-tight outline-none">{title}</h1>
      <div className="mt-1.5 text-table text-muted">{description}</div>
      <div className="mt-7">{children}</div>
      {footer && <div className="mt-7 border-line border-t pt-5 text-table text-muted">{footer}</div>}
    </div>
  );
}
