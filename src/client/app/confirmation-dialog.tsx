// The dialog that asks once more who is at the browser, over whatever is open: for the password or, in an account without
// one, for an emailed code. Canceling leaves everything as it was.
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { useConfirm, useSendConfirmCode } from '#client/data/account.ts';
import { TextField } from '#client/form/fields.tsx';
import { FormDialog } from '#client/form/form-dialog.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { screens } from '#client/screens.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { TextLink } from '#client/ui/link.tsx';
import { confirmCode, type User } from '#shared/contract/account.ts';
import { CONFIRM_CODE_DIGITS } from '#shared/limits.ts';
import { failureOf } from '../auth/failures.ts';
import { useConfirmation, useUser } from '../auth/session-context.tsx';
import { OutboxHint } from '../sign-in/auth-layout.tsx';

export function ConfirmationDialog() {
  const { asked, settle } = useConfirmation();
  const user = useUser();
  if (!asked || !user) return null;
  const Ask = asked === 'code' ? AskCode : AskPassword;
  return <Ask user={user} onSettled={settle} />;
}

const QUESTION = {
  size: 'sm',
  title: "Confirm that it's you",
  submit: { children: 'Confirm', busyLabel: 'Confirming...' },
  className: 'space-y-4',
} as const;

type AskProps = { user: User; onSettled: (isConfirmed: boolean) => void };

function AskPassword({ user, onSettled }: AskProps) {
  const confirm = useConfirm();
  const form = useServerForm({
    schema: z.object({ password: z.string().min(1, 'Enter your password') }),
    defaultValues: { password: '' },
    save: ({ password }) => confirm.mutateAsync({ password }),
    onSaved: () => onSettled(true),
  });
  return (
    <FormDialog
      {...QUESTION}
      form={form}
      description="It's been a while since you logged in. Enter your password to continue."
      onClose={() => onSettled(false)}
    >
      {/* Tells password managers which account this is. */}
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <TextField
        form={form}
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        autoFocus
      />
      {/* Leaving the page cancels. */}
      <p className="text-table">
        <TextLink to={screens.forgotPassword.href()} className="py-1">
          Forgot your password?
        </TextLink>
      </p>
    </FormDialog>
  );
}

function AskCode({ user, onSettled }: AskProps) {
  const confirm = useConfirm();
  const send = useSendConfirmCode();
  const hasSent = useRef(false);
  useEffect(() => {
    if (!hasSent.current) send.mutate(undefined);
    hasSent.current = true;
  }, [send.mutate]);
  const form = useServerForm({
    schema: z.object({ code: confirmCode() }),
    defaultValues: { code: '' },
    save: ({ code }) => confirm.mutateAsync({ code }),
    onSaved: () => onSettled(true),
  });
  const sendAgain = () => {
    send.mutate(undefined);
    form.setFocus('code');
  };
  return (
    <FormDialog
      {...QUESTION}
      form={form}
      description={
        <span className="wrap-anywhere">
          It's been a while since you logged in. We're emailing a code to{' '}
          <strong className="font-semibold text-ink">{user.email}</strong>. Enter it to continue.
        </span>
      }
      onClose={() => onSettled(false)}
    >
      {send.isError && <NotSent error={send.error} />}
      <TextField
        form={form}
        name="code"
        label="Code"
        hint={`${CONFIRM_CODE_DIGITS} digits. It works for 15 minutes.`}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={CONFIRM_CODE_DIGITS + 4}
        className="tabular-nums tracking-widest"
        autoFocus
      />
      <Button variant="secondary" size="sm" isBusy={send.isPending} busyLabel="Sending..." onClick={sendAgain}>
        Send another code
      </Button>
      <OutboxHint what="code" />
    </FormDialog>
  );
}

/** Why no code was sent: mostly because one was sent a moment ago, which still works. */
function NotSent({ error }: { error: unknown }) {
  const { code, message } = failureOf(error);
  return code === 'rate-limited' ? (
    <Alert tone="info" isNews>
      We've already sent you a code. Enter that one, or ask for another later.
    </Alert>
  ) : (
    <Alert tone="danger" title="Couldn't email the code">
      {message}
    </Alert>
  );
}
