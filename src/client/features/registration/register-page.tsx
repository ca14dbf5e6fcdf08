// Registration in steps. It opens on the account, on Free; a paid plan is chosen and paid first. The cookie knows how far
// it is, so that a reload, the way back from the payment and another day go on where it stopped.
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Navigate, useSearchParams } from 'react-router';
import { useAuth } from '#client/auth/session-context.tsx';
import { usePricing } from '#client/data/pricing.ts';
import { useCurrentRegistration } from '#client/data/registration.ts';
import { capitalized } from '#client/format/words.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { choiceIn, type PlanChoice, sitesOf, withChoice } from '#client/plans/words.ts';
import { screens } from '#client/screens.ts';
import { AuthLayout } from '#client/sign-in/auth-layout.tsx';
import { useLinkCode } from '#client/sign-in/use-link-code.ts';
import { Alert } from '#client/ui/alert.tsx';
import { ButtonLink } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { TextLink } from '#client/ui/link.tsx';
import { PageSpinner } from '#client/ui/spinner.tsx';
import type { Registration } from '#shared/contract/registration.ts';
import { AccountStep } from './account-step.tsx';
import { PaymentStep } from './payment-step.tsx';
import { PlanStep } from './plan-step.tsx';
import { ResumeStep } from './resume-step.tsx';
import { type Step, stepOf, wayOf } from './step.ts';
import { VerifyStep } from './verify-step.tsx';

export default function RegisterPage() {
  useTitle('Create your account');
  const auth = useAuth();
  const [query] = useSearchParams();
  const current = useCurrentRegistration();
  const free = usePricing().data?.plans.find(({ id }) => id === 'free');
  const freeSites = free && (free.max_sites === 1 ? 'one site' : sitesOf(free.max_sites));
  const [known, setKnown] = useState<Registration | null>(null);
  const [code, forgetCode] = useLinkCode('resume');
  const [linkIssue, setLinkIssue] = useState<string | null>(null);
  const [chosen, setChosen] = useState<PlanChoice | null>(() => choiceIn(query));
  const [picked, setPicked] = useState<'plan' | 'account' | null>(chosen ? 'plan' : null);
  const registration = known ?? current.data?.registration ?? null;
  const isBack = query.get('checkout') === 'cancelled';

  if (code !== null) {
    const onResumed = (resumed: Registration) => {
      setKnown(resumed);
      forgetCode();
    };
    const onBroken = (issue: string) => {
      setLinkIssue(issue);
      forgetCode();
    };
    return <ResumeStep key={code} code={code} onResumed={onResumed} onBroken={onBroken} />;
  }
  if (current.isPending && known === null && (isBack || auth.status === 'in')) return <PageSpinner />;
  const isOthers = auth.status === 'in' && registration?.email.toLowerCase() !== auth.user.email.toLowerCase();
  if (isOthers) {
    const target = screens.upgrade.href();
    return <Navigate to={chosen ? withChoice(target, chosen) : screens.dashboard.href()} replace />;
  }
  const reached = stepOf(registration);
  // What is paid or has an account is no longer chosen.
  const step: Step = picked !== null && (reached === 'account' || reached === 'payment') ? picked : reached;
  const take = (next: Registration) => {
    setPicked(null);
    // Drawn before the login is: the page would leave for the dashboard.
    flushSync(() => setKnown(next));
  };
  const isPaidPlan = step === 'account' ? false : (registration?.plan ?? 'free') !== 'free';
  const choice = chosen ?? {
    plan: registration?.plan ?? 'free',
    cycle: registration?.cycle ?? 'monthly',
  };
  const changePlan = () => {
    setChosen(choice);
    setPicked('plan');
  };
  const logIn = (
    <>
      Already have an account? <TextLink to={screens.login.href()}>Log in</TextLink>
    </>
  );
  const layout = {
    plan: { title: 'Choose a plan', description: 'Plans differ only in the number of sites.' },
    account: {
      title: 'Create your account',
      description: (
        <>
          Free{freeSites && ` for ${freeSites}`}. No credit card needed.{' '}
          {/* So that nothing moves once the sites are known. */}
          <br className="sm:hidden" />
          <button
            type="button"
            onClick={changePlan}
            className="pressable-text rounded-control font-medium text-accent underline-offset-4 hover:underline"
          >
            Change plan
          </button>
        </>
      ),
    },
    payment: {
      title: 'Pay for your plan',
      description: "You pay on the payment provider's page, then return here.",
    },
    password: {
      title: 'Choose a password',
      description: registration?.isPaid
        ? `Your ${capitalized(registration.plan)} plan is paid. Now create your account.`
        : 'Your payment is still on its way. Your plan begins once it arrives.',
    },
  };
  if (step === 'done' && registration) return <Done registration={registration} />;
  if (step === 'verify' && registration) {
    return (
      <>
        <Way step={step} isPaidPlan={isPaidPlan} />
        <VerifyStep registration={registration} onFinished={take} />
      </>
    );
  }
  if (step === 'verify' || step === 'done') return null;
  return (
    <>
      <Way step={step} isPaidPlan={isPaidPlan} />
      <AuthLayout {...layout[step]} footer={logIn}>
        {linkIssue !== null && known === null && (
          <div className="mb-6">
            <Alert tone="danger" title="This link no longer works">
              {linkIssue}
            </Alert>
          </div>
        )}
        {step === 'plan' && (
          <PlanStep
            choice={choice}
            onChoose={setChosen}
            email={registration?.email ?? ''}
            onFree={() => setPicked('account')}
            onStarted={take}
          />
        )}
        {step === 'payment' && registration && (
          <PaymentStep registration={registration} isBack={isBack} onPaid={take} onChangePlan={changePlan} />
        )}
        {(step === 'account' || step === 'password') && (
          <AccountStep key={step} registration={registration} isAddressFixed={step === 'password'} onCreated={take} />
        )}
      </AuthLayout>
    </>
  );
}

/** On Free the app opens at once; a paid plan is worth a moment. */
function Done({ registration: { plan, isPaid } }: { registration: Registration }) {
  if (plan === 'free') return <Navigate to={screens.dashboard.href()} replace />;
  return (
    <>
      <Way step="done" isPaidPlan />
      <AuthLayout title={isPaid ? `Welcome to ${capitalized(plan)}` : 'Your account is ready'}>
        <Alert tone={isPaid ? 'proof' : 'info'} title={isPaid ? 'Your plan is active' : 'Your payment is on its way'}>
          {isPaid
            ? 'You can create your first site now.'
            : `Your account is on Free until it arrives. Then ${capitalized(plan)} starts.`}
        </Alert>
        <ButtonLink size="lg" className="mt-5 w-full" to={screens.dashboard.href()}>
          Go to your dashboard
        </ButtonLink>
      </AuthLayout>
    </>
  );
}

/** How far the enrollment has come: its steps in a row. */
function Way({ step, isPaidPlan }: { step: Step; isPaidPlan: boolean }) {
  const { names, at } = wayOf(step, isPaidPlan);
  return (
    <ol
      aria-label="Steps"
      className="-mb-3 mx-auto flex w-full max-w-[25rem] gap-1.5 px-4 pt-8 text-meta md:-mb-8 md:pt-12"
    >
      {names.map((name, index) => (
        <li
          key={name}
          aria-current={index === at ? 'step' : undefined}
          className={classNames(
            'min-w-0 flex-1 border-t-2 pt-1.5',
            index <= at ? 'border-accent' : 'border-line',
            index === at ? 'font-semibold text-ink' : 'text-muted',
          )}
        >
          {name}
        </li>
      ))}
    </ol>
  );
}
