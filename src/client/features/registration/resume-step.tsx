// The emailed link to continue a registration. Its code is used by a press alone: mail scanners and browsers that fetch
// ahead open links, too.
import { useMutation } from '@tanstack/react-query';
import { failureOf } from '#client/auth/failures.ts';
import { useRegistrationCalls } from '#client/data/registration.ts';
import { AuthLayout } from '#client/sign-in/auth-layout.tsx';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import type { Registration } from '#shared/contract/registration.ts';

type ResumeStepProps = {
  code: string;
  onResumed: (registration: Registration) => void;
  /** Gets why the link doesn't work. */
  onBroken: (issue: string) => void;
};

export function ResumeStep({ code, onResumed, onBroken }: ResumeStepProps) {
  const calls = useRegistrationCalls();
  const resume = useMutation({
    mutationFn: () => calls.resume(code),
    onSuccess: (resumed) => onResumed(resumed),
    onError(error) {
      const [broken] = failureOf(error).fields;
      if (broken) onBroken(broken.message);
    },
  });
  return (
    <AuthLayout title="Welcome back" description="Your registration continues in this browser, and ends in any other.">
      <div className="space-y-5">
        {resume.error && <Alert tone="danger">{failureOf(resume.error).message}</Alert>}
        <Button size="lg" className="w-full" isBusy={resume.isPending} onClick={() => resume.mutate()}>
          Continue your registration
        </Button>
      </div>
    </AuthLayout>
  );
}
