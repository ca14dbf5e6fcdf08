// The plans in four lines. What this server offers replaces what every server offers by default, once it is known.
import { usePricing } from '#client/data/pricing.ts';
import { screens } from '#client/screens.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { PLANS } from '#shared/pricing.ts';
import { Section } from './section.tsx';

/** Not in the visitor's own format: the page is the same for everybody until it has been read. */
const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`;

export function Plans() {
  const plans = usePricing().data?.plans ?? PLANS;
  return (
    <Section
      id="plans"
      title="Priced by the site, and nothing else"
      lead="Every plan has every feature. Notifications never stop because of traffic."
      isSplit
    >
      <div>
        <div className="overflow-x-auto">
          <table className="w-full border-collapse text-left tabular-nums">
            <thead className="border-ink border-b-2 text-meta text-muted">
              <tr>
                {['Plan', 'Sites', 'Per month', 'Per year'].map((name, at) => (
                  <th key={name} scope="col" className={`pb-2 font-medium ${at > 0 ? 'text-right' : ''}`}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {plans.map(({ id, name, features, price }) => (
                <tr key={id} className="border-line border-b">
                  <th scope="row" className="py-4 font-display font-semibold text-[1.0625rem]">
                    {name}
                  </th>
                  <td className="py-4 text-right text-muted">{features[0]}</td>
                  <td className="py-4 text-right font-display font-semibold text-[1.375rem] leading-none tracking-[-0.02em]">
                    {dollars(price.monthly)}
                  </td>
                  <td className="py-4 text-right text-muted">{dollars(price.annual)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <div className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-3">
          <ButtonLink variant="secondary" size="lg" to={screens.pricing.href()}>
            Compare plans
          </ButtonLink>
          <p className="text-muted text-table">On your own server, you decide how many sites are free.</p>
        </div>
      </div>
    </Section>
  );
}
