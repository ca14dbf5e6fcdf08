// Chooses a plan. Free leads to the account; a paid one takes the email address and leads to its payment.
import { RadioGroup } from 'radix-ui';
import { z } from 'zod';
import { usePlanOffer } from '#client/data/billing.ts';
import { usePricing } from '#client/data/pricing.ts';
import { useRegistrationCalls } from '#client/data/registration.ts';
import { TextField } from '#client/form/fields.tsx';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { CycleSwitch } from '#client/plans/cycle-switch.tsx';
import { bestSaving, type PlanChoice, pointlessPlans, priceOf, sitesOf } from '#client/plans/words.ts';
import { Button } from '#client/ui/button.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { RadioRoot } from '#client/ui/radio-root.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { type Registration, startRegistrationInput } from '#shared/contract/registration.ts';
import { TOASTS } from '#shared/messages.ts';
import { PLAN_IDS } from '#shared/pricing.ts';

type PlanStepProps = {
  choice: PlanChoice;
  onChoose: (choice: PlanChoice) => void;
  email: string;
  onFree: () => void;
  onStarted: (registration: Registration) => void;
};

const emailInput = z.object({ email: startRegistrationInput.shape.email });

export function PlanStep({ choice, onChoose, email, onFree, onStarted }: PlanStepProps) {
  const pricing = usePricing();
  const { data: offer } = usePlanOffer();
  const calls = useRegistrationCalls();
  const form = useServerForm<{ email: string }, { email: string }, Registration>({
    schema: emailInput,
    defaultValues: { email },
    async save(values) {
      const started = await calls.start({ ...values, ...choice });
      const { registration, checkout } = await calls.pay(started.id);
      // Until that page is there, and if the buyer comes back from it, the payment step is shown.
      if (checkout) window.location.assign(checkout.url);
      return registration;
    },
    failed: TOASTS.registrationFailed,
    onSaved: onStarted,
  });
  const plans = pricing.data?.plans;
  if (!plans) {
    return pricing.isError ? (
      <LoadError query={pricing} title="Couldn't load the plans" />
    ) : (
      <Skeleton className="h-80 w-full" />
    );
  }
  const isFree = choice.plan === 'free';
  const pointless = pointlessPlans(plans);
  return (
    <ServerForm form={form} className="space-y-5" {...(isFree && { onSubmit: onFree })}>
      <CycleSwitch
        cycle={choice.cycle}
        saving={bestSaving(plans)}
        onChange={(cycle) => onChoose({ ...choice, cycle })}
      />
      <RadioRoot
        aria-label="Plan"
        value={choice.plan}
        onValueChange={(value) => {
          const plan = PLAN_IDS.find((id) => id === value);
          if (plan) onChoose({ ...choice, plan });
        }}
        className="grid gap-px overflow-hidden rounded-panel border border-line bg-line"
      >
        {plans.map((plan) => (
          <RadioGroup.Item
            key={plan.id}
            value={plan.id}
            disabled={plan.id !== 'free' && (offer?.buying === 'off' || pointless.includes(plan.id))}
            className="flex items-center gap-3 bg-raised px-4 py-3 text-left -outline-offset-2 disabled:cursor-not-allowed disabled:text-muted data-[state=checked]:bg-accent-tint"
          >
            <span className="grid size-4 shrink-0 place-items-center rounded-full border border-field">
              <RadioGroup.Indicator className="size-2 rounded-full bg-accent" />
            </span>
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{plan.name}</span>
              <span className="block text-muted text-table">{sitesOf(plan.max_sites)}</span>
            </span>
            <span className="tabular-nums">{priceOf(plan, choice.cycle)}</span>
          </RadioGroup.Item>
        ))}
      </RadioRoot>
      {offer?.buying === 'off' && <p className="text-muted text-table">{offer.reason}</p>}
      {!isFree && (
        <TextField
          form={form}
          name="email"
          label="Email"
          hint="Next you pay, and then you choose a password."
          type="email"
          autoComplete="email"
        />
      )}
      <Button type="submit" size="lg" className="w-full" isBusy={form.isBusy}>
        {isFree ? 'Continue with Free' : 'Continue to payment'}
      </Button>
    </ServerForm>
  );
}
