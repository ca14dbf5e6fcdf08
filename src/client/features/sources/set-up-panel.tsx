// How a source is set up, step by step in its vendor's own words, and whether anything has arrived yet.
import { useState } from 'react';
import { LearnMore } from '#client/content/learn-more.tsx';
import { Alert } from '#client/ui/alert.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { Site } from '#shared/contract/site.ts';
import type { Source } from '#shared/contract/source.ts';
import { FirstDelivery } from './first-delivery.tsx';
import { SecretPart } from './secret-part.tsx';
import { STEPS } from './set-up-steps.tsx';
import { obstacleOf, refusalOf, type SenderKind } from './source-words.ts';

const TEXTS: Record<SenderKind, { title: string; guide: string; about: string }> = {
  shopify: { title: 'Set up in Shopify', guide: 'connect-shopify', about: 'connecting Shopify' },
  woocommerce: { title: 'Set up in WooCommerce', guide: 'connect-woocommerce', about: 'connecting WooCommerce' },
  stripe: { title: 'Set up in Stripe', guide: 'connect-stripe', about: 'connecting Stripe' },
  webhook: { title: 'Set up the sender', guide: 'connect-webhook', about: 'webhooks' },
  api: { title: 'Send events', guide: 'events', about: 'sending events' },
};

type SetUpProps = {
  site: Site;
  /** Of the source. */
  kind: SenderKind;
  source: Source;
};

export function SetUpPanel({ site, kind, source }: SetUpProps) {
  const { status } = source;
  // What was waited for here is worth more than what had been there all along.
  const [wasAwaited, setWasAwaited] = useState(status !== 'working');
  if (status !== 'working' && !wasAwaited) setWasAwaited(true);
  // A delivery that has arrived has found its way.
  const obstacle = source.lastDeliveryAt === null ? obstacleOf(kind, source.hookUrl) : null;
  const wrong = [refusalOf(source), obstacle].filter((one) => one !== null);
  const Steps = STEPS[kind];
  const { title, guide, about } = TEXTS[kind];
  return (
    <Panel title={title} action={<LearnMore guide={guide} about={about} slug={site.slug} label="Set-up guide" />}>
      <div className="space-y-6">
        {status === 'off' && (
          <Alert tone="danger" title="WooCommerce has probably switched its webhooks off">
            The last {source.failures} deliveries failed, and WooCommerce stops after about five. In{' '}
            <strong className="font-semibold">WooCommerce → Settings → Advanced → Webhooks</strong>, open each of the
            three, check its secret, set <strong className="font-semibold">Status</strong> back to Active and save. To
            get missed orders, open one and press Update, or import them from a file, below.
          </Alert>
        )}
        {wrong.map(({ title, text }) => (
          <Alert key={title} tone="danger" title={title}>
            {text}
          </Alert>
        ))}
        <Steps site={site} source={source} secret={<SecretPart source={source} />} />
        <FirstDelivery kind={kind} source={source} wasAwaited={wasAwaited} />
      </div>
    </Panel>
  );
}
