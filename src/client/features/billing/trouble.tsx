// A payment that can't be read back: why, and where to go on.
import type { ReactNode } from 'react';
import { screens } from '#client/screens.ts';
import { AuthLayout } from '#client/sign-in/auth-layout.tsx';
import { Alert } from '#client/ui/alert.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';

type TroubleProps = {
  title: string;
  children: ReactNode;
  onRetry: () => void;
  isBusy: boolean;
  /** Where it belongs; by default the registration. */
  back?: { label: string; to: string };
};

const REGISTRATION = { label: 'Go to your registration', to: screens.register.href() };

export const Trouble = ({ title, children, onRetry, isBusy, back = REGISTRATION }: TroubleProps) => (
  <AuthLayout title={title}>
    <Alert tone="danger">{children}</Alert>
    <div className="mt-5 space-y-3">
      <Button size="lg" className="w-full" isBusy={isBusy} onClick={onRetry}>
        Try again
      </Button>
      <ButtonLink variant="secondary" size="lg" className="w-full" to={back.to}>
        {back.label}
      </ButtonLink>
    </div>
  </AuthLayout>
);
