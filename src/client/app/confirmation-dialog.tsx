// The dialog that asks once more who is at the browser, over whatever is open: for the password or, in an account without
// one, for an emailed code. Canceling leaves everything as it was.
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { z } from 'zod';
import { useConfirm, useSendConfirmCode } from '#client/data/account.ts';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { screens } from '#client/screens.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Field } from '#client/ui/field.tsx';
import { Input, PasswordInput } from '#client/ui/input.tsx';
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

type AskProps = { user: User; onSettled: (isConfirmed: boolean) => void };

function AskPassword({ user, onSettled }: AskProps) {
  const confirm = useConfirm();
  const id = useId();
  const form = useServerForm({
    schema: z.object({ password: z.string().min(1, 'Enter your password') }),
    defaultValues: { password: '' },
    save: ({ password }) => confirm.mutateAsync({ password }),
    onSaved: () => onSettled(true),
  });
  return (
    <Frame
      formId={id}
      description="It's been a while since you logged in. Enter your password to continue."
      isBusy={form.isBusy}
      onCancel={() => onSettled(false)}
    >
      <ServerForm form={form} id={id} className="space-y-4">
        {/* Tells password managers which account this is. */}
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <Field label="Password" error={form.formState.errors.password?.message}>
          {(a) => <PasswordInput {...a} {...form.register('password')} autoComplete="current-password" autoFocus />}
        </Field>
        {/* Leaving the page cancels. */}
        <p className="text-table">
          <TextLink to={screens.forgotPassword.href()} className="py-1">
            Forgot your password?
          </TextLink>
        </p>
      </ServerForm>
    </Frame>
  );
}

function AskCode({ user, onSettled }: AskProps) {
  const confirm = useConfirm();
  const send = useSendConfirmCode();
  const id = useId();
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
    <Frame
      formId={id}
      description={
        <span className="wrap-anywhere">
          It's been a while since you logged in. We're emailing a code to{' '}
          <strong className="font-semibold text-ink">{user.email}</strong>. Enter it to continue.
        </span>
      }
      isBusy={form.isBusy}
      onCancel={() => onSettled(false)}
    >
      <ServerForm form={form} id={id} className="space-y-4">
        {send.isError && <NotSent error={send.error} />}
        <Field
          label="Code"
          hint={`${CONFIRM_CODE_DIGITS} digits. It works for 15 minutes.`}
          error={form.formState.errors.code?.message}
        >
          {(a) => (
            <Input
              {...a}
              {...form.register('code')}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={CONFIRM_CODE_DIGITS + 4}
              className="tabular-nums tracking-widest"
              autoFocus
            />
          )}
        </Field>
        <Button variant="secondary" size="sm" isBusy={send.isPending} busyLabel="Sending..." onClick={sendAgain}>
          Send another code
        </Button>
        <OutboxHint what="code" />
      </ServerForm>
    </Frame>
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

type FrameProps = {
  formId: string;
  description: ReactNode;
  isBusy: boolean;
  onCancel: () => void;
  children: ReactNode;
};

function Frame({ formId, description, isBusy, onCancel, children }: FrameProps) {
  return (
    <Dialog
      isOpen
      size="sm"
      onOpenChange={(isOpen) => !isOpen && !isBusy && onCancel()}
      title="Confirm that it's you"
      description={description}
      footer={
        <>
          <Button variant="secondary" onClick={onCancel} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isBusy={isBusy} busyLabel="Confirming...">
            Confirm
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
