// The layout of the auth pages: one column with a title, a description, the form and a footer. Also a hint where to
// find emails on a server that cannot send any.
import type { ReactNode } from 'react';
import { useInstallation } from '#client/data/installation.ts';
import { Alert } from '#client/ui/alert.tsx';

type AuthLayoutProps = { title: ReactNode; description?: ReactNode; children: ReactNode; footer?: ReactNode };

export function AuthLayout({ title, description, children, footer }: AuthLayoutProps) {
  return (
    <div className="mx-auto w-full max-w-[25rem] px-4 py-12 md:py-20">
      <h1 className="wrap-anywhere font-display font-semibold text-[32px] leading-tight tracking-tight outline-none">
        {title}
      </h1>
      {description && <div className="wrap-anywhere mt-1.5 text-pretty text-muted">{description}</div>}
      <div className="mt-7">{children}</div>
      {footer && <div className="mt-7 border-line border-t pt-5 text-table text-muted">{footer}</div>}
    </div>
  );
}

/** For users waiting for an email: where to find it when the server writes emails to a file. */
export function OutboxHint({ what = 'link' }: { what?: 'link' | 'code' }) {
  if (useInstallation().data?.mail !== 'outbox') return null;
  return (
    <Alert tone="info" title="This server can't send email yet">
      Emails are saved to <code>data/outbox</code>, and the {what} is in the server log.
    </Alert>
  );
}
