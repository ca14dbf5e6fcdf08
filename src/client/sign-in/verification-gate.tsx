// The verification gate (spec 4): replaces every protected screen until the email is verified. Says once where the link
// is: in the inbox or, on a server without email, in its log.
import { type ReactNode, useState } from 'react';
import { useChangeEmail } from '#client/data/account.ts';
import { useInstallation } from '#client/data/installation.ts';
import { TextField } from '#client/form/fields.tsx';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { PageSpinner, Spinner } from '#client/ui/spinner.tsx';
import { toast } from '#client/ui/toast.tsx';
import { changeEmailInput, type User } from '#shared/contract/account.ts';
import { TOASTS } from '#shared/messages.ts';
import { AuthLayout } from './auth-layout.tsx';
import { useResend } from './use-resend.ts';
import { useSignOut } from './use-sign-out.ts';
import { useVerificationCheck } from './use-verification-check.ts';

export function VerificationGate({ user }: { user: User }) {
  useTitle('Verify Your Email');
  const installation = useInstallation();
  const mail = installation.data?.mail;
  const resend = useResend(user.email);
  const [isChanging, setIsChanging] = useState(false);
  const {
    check,
    isChecking,
    issue: checkIssue,
  } = useVerificationCheck({
    onVerified: () => toast({ ...TOASTS.emailVerified, tone: 'success' }),
    onChecked: resend.forgetIssue,
  });

  const checkNow = async () => {
    toast(TOASTS.checkingVerification);
    const result = await check();
    if (result === 'not-yet') toast(mail === 'outbox' ? TOASTS.notVerifiedYetInLog : TOASTS.notVerifiedYet);
    if (result === 'offline') toast({ ...TOASTS.verificationNetworkError, tone: 'danger' });
    if (result === 'failed') toast({ ...TOASTS.verificationCheckFailed, tone: 'danger' });
  };
  // The newer of the two: a check that ends takes the other back.
  const issue = resend.issue ?? checkIssue;
  const address = <strong className="wrap-anywhere font-semibold text-ink">{user.email}</strong>;
  // Where the link is decides what stands here: nothing moves once it is shown.
  if (installation.isPending) return <PageSpinner />;
  return (
    <AuthLayout
      title="Verify Your Email"
      description={<Where mail={mail} address={address} />}
      footer={<Footer isByMail={mail === 'smtp'} />}
    >
      <div className="space-y-3">
        {issue && <Alert tone="danger">{issue}</Alert>}
        {isChanging ? (
          <ChangeAddress onDone={() => setIsChanging(false)} />
        ) : (
          <>
            <Button size="lg" className="w-full" isBusy={isChecking} onClick={checkNow}>
              Check verification status
            </Button>
            <Button variant="secondary" size="lg" className="w-full" isBusy={resend.isSending} onClick={resend.send}>
              Resend verification email
            </Button>
            <p className="pt-2 text-table text-muted">
              Wrong address? <TextButton onClick={() => setIsChanging(true)}>Change it</TextButton>
            </p>
          </>
        )}
      </div>
    </AuthLayout>
  );
}

/** Where the link is, on this installation. */
function Where({ mail, address }: { mail: 'smtp' | 'outbox' | undefined; address: ReactNode }) {
  if (mail === undefined) return <>Confirm {address} to continue.</>;
  if (mail === 'smtp') return <>We sent a confirmation link to {address}. Click it to continue.</>;
  return (
    <>
      This server can't send email yet. The link for {address} is in the server log and in the <code>outbox</code>{' '}
      folder of its data directory.
    </>
  );
}

function Footer({ isByMail }: { isByMail: boolean }) {
  const { signOut, isBusy } = useSignOut();
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-3">
      <span className="min-w-0 flex-1 basis-56">
        {isByMail && "Didn't get it? Check your spam folder. "}The link works for 24 hours.
      </span>
      <TextButton isBusy={isBusy} onClick={signOut}>
        {isBusy ? 'Logging out...' : 'Log out'}
      </TextButton>
    </div>
  );
}

type TextButtonProps = { isBusy?: boolean; onClick: () => void; children: ReactNode };

const TextButton = ({ isBusy = false, onClick, children }: TextButtonProps) => (
  <button
    type="button"
    aria-busy={isBusy || undefined}
    aria-disabled={isBusy || undefined}
    onClick={isBusy ? undefined : onClick}
    className="inline-flex items-center gap-2 rounded-control py-1 font-medium text-accent underline-offset-4 hover:underline aria-disabled:no-underline"
  >
    {isBusy && <Spinner />}
    {children}
  </button>
);

function ChangeAddress({ onDone }: { onDone: () => void }) {
  const change = useChangeEmail();
  const form = useServerForm({
    schema: changeEmailInput,
    defaultValues: { email: '' },
    save: (values) => change.mutateAsync(values),
    success: ({ user }) => TOASTS.verificationSent(user.email),
    failed: TOASTS.updateFailed,
    onSaved: onDone,
  });
  return (
    <ServerForm form={form} className="space-y-5">
      <TextField
        form={form}
        name="email"
        label="New email"
        hint="Links to the address you gave before stop working."
        type="email"
        autoComplete="email"
        autoFocus
      />
      <div className="space-y-3">
        <Button type="submit" size="lg" className="w-full" isBusy={form.isBusy} busyLabel="Changing...">
          Change email
        </Button>
        <Button variant="ghost" size="lg" className="w-full" disabled={form.isBusy} onClick={onDone}>
          Cancel
        </Button>
      </div>
    </ServerForm>
  );
}
