// Nothing is measured: how it works, and the one press that begins.
import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { z } from 'zod';
import { useCreateGoal, useUpdateHoldOut } from '#client/data/effect.ts';
import { useUpdateSite } from '#client/data/sites.ts';
import { ServerForm } from '#client/form/server-form.tsx';
import { typedCurrency } from '#client/form/typed-currency.ts';
import { useServerForm } from '#client/form/use-server-form.ts';
import { Button } from '#client/ui/button.tsx';
import { CurrencyInput } from '#client/ui/currency-input.tsx';
import { Field } from '#client/ui/field.tsx';
import type { Effect } from '#shared/contract/effect.ts';
import type { Goal } from '#shared/contract/goal.ts';
import type { Site } from '#shared/contract/site.ts';
import { EffectPicture } from './effect-picture.tsx';
import type { Share } from './effect-words.ts';
import { HowOrdersSayIt } from './how-orders-say-it.tsx';
import { ShareChoice } from './share-choice.tsx';

const startSchema = z.object({
  share: z.custom<Share>(),
  currency: typedCurrency,
});
type Start = z.output<typeof startSchema>;
type StartValues = { share: Share; currency: string };

type OffProps = { site: Site; effect: Effect; goals: readonly Goal[]; children: ReactNode };

export function EffectOff({ site, effect, goals, children }: OffProps) {
  const updateSite = useUpdateSite();
  const createGoal = useCreateGoal();
  const updateHoldOut = useUpdateHoldOut();
  const main = goals.find(({ isMain }) => isMain);
  const asksCurrency = site.currency === null && (main === undefined || main.eventKind === 'purchase');
  const form = useServerForm<StartValues, Start, unknown>({
    schema: startSchema,
    defaultValues: { share: 10, currency: '' },
    success: { title: 'Measuring has begun' },
    async save({ share, currency }) {
      if (currency !== null) await updateSite.mutateAsync({ id: site.id, currency });
      if (!main) await createGoal.mutateAsync({ siteId: site.id, name: 'Orders', kind: 'orders' });
      return updateHoldOut.mutateAsync({ siteId: site.id, share });
    },
  });
  const share = useController({ control: form.control, name: 'share' });
  return (
    <>
      <section
        aria-label="Begin"
        className="grid items-start gap-8 rounded-panel border border-line bg-surface p-4 md:p-6 lg:grid-cols-2"
      >
        <div className="lg:self-center">
          <EffectPicture />
          <p className="mt-5 max-w-[44ch] text-pretty font-display text-heading">
            Do notifications bring orders? A few visitors see none, and both groups are compared.
          </p>
        </div>
        <ServerForm form={form} failureTitle="Couldn't begin to measure">
          <div className="space-y-5">
            <p>
              <span className="block font-semibold text-table">Goal</span>
              {main?.name ?? 'Orders'}
              <span className="text-muted"> · choose another below</span>
            </p>
            {asksCurrency && (
              <Field
                label="Currency"
                isOptional
                hint="Of your orders, to compare what they are worth."
                error={form.formState.errors.currency?.message}
              >
                {(a) => <CurrencyInput {...a} {...form.register('currency')} />}
              </Field>
            )}
            <ShareChoice value={share.field.value} onChange={share.field.onChange} forecasts={effect.forecasts} />
            {(main === undefined || main.kind === 'orders') && (
              <p className="text-pretty text-muted text-table">
                Orders count once they say which group the buyer was in. <HowOrdersSayIt slug={site.slug} />
              </p>
            )}
            <Button type="submit" size="lg" isBusy={form.isBusy}>
              Start measuring
            </Button>
          </div>
        </ServerForm>
      </section>
      {children}
    </>
  );
}
