// The steps of each kind of source, in the words of the vendor's own screens. WooCommerce and Shopify keep theirs in English
// menus even where the rest is translated.
import { type ComponentType, type ReactNode, useState } from 'react';
import { useInstallation } from '#client/data/installation.ts';
import { useNewSecret } from '#client/data/sources.ts';
import { screens } from '#client/screens.ts';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { TextLink } from '#client/ui/link.tsx';
import type { Site } from '#shared/contract/site.ts';
import type { Source } from '#shared/contract/source.ts';
import { curlOf } from '#shared/rest-examples.ts';
import { STRIPE_EVENTS } from '#shared/source-kinds.ts';
import { MINUTE } from '#shared/time.ts';
import type { SenderKind } from './source-words.ts';

type StepsProps = { site: Site; source: Source; secret: ReactNode };

export const STEPS: Record<SenderKind, ComponentType<StepsProps>> = {
  shopify: ShopifySteps,
  woocommerce: WooCommerceSteps,
  stripe: StripeSteps,
  webhook: WebhookSteps,
  api: ApiSteps,
};

export const Steps = ({ children }: { children: ReactNode }) => (
  <ol className="space-y-6 [counter-reset:step]">{children}</ol>
);

export const Step = ({ title, children }: { title: ReactNode; children?: ReactNode }) => (
  <li className="relative pl-9 [counter-increment:step] before:absolute before:top-0 before:left-0 before:grid before:size-6 before:place-items-center before:rounded-full before:border before:border-line before:bg-raised before:font-semibold before:text-meta before:tabular-nums before:content-[counter(step)]">
    <p className="max-w-[64ch] text-pretty pt-0.5">{title}</p>
    {children && <div className="mt-3 space-y-3">{children}</div>}
  </li>
);

/** Names as they stand on the vendor's screen. */
export const Named = ({ children }: { children: ReactNode }) => <strong className="font-semibold">{children}</strong>;

export const Note = ({ children }: { children: ReactNode }) => (
  <p className="max-w-[64ch] text-pretty text-muted text-table">{children}</p>
);

/** What to choose and enter there. */
export const Values = ({ values }: { values: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className="grid gap-x-6 gap-y-2 text-table sm:grid-cols-[max-content_1fr]">
    {values.map(([name, value]) => (
      <div key={name} className="contents">
        <dt className="text-muted max-sm:mt-1">{name}</dt>
        <dd className="font-medium">{value}</dd>
      </div>
    ))}
  </dl>
);

const DeliveryUrl = ({ source: { hookUrl } }: { source: Source }) =>
  hookUrl && <CodeBlock code={hookUrl} label="Delivery URL" />;

function ShopifySteps({ source, secret }: StepsProps) {
  return (
    <Steps>
      <Step
        title={
          <>
            In your Shopify admin, open <Named>Settings → Notifications → Webhooks</Named> and press{' '}
            <Named>Create webhook</Named>.
          </>
        }
      />
      <Step title="Create a webhook for each of these five events:">
        <Values
          values={[
            ['Event', 'Order creation, Order payment, Order update, Order cancellation, Refund create'],
            ['Format', 'JSON'],
            ['URL', 'the delivery URL below'],
          ]}
        />
        <DeliveryUrl source={source} />
      </Step>
      <Step title="Below the list, Shopify now says “Your webhooks will be signed with”. Paste that secret here.">
        {secret}
      </Step>
    </Steps>
  );
}

function WooCommerceSteps({ source, secret }: StepsProps) {
  return (
    <Steps>
      <Step
        title={
          <>
            In WordPress, open <Named>WooCommerce → Settings → Advanced → Webhooks</Named> and press{' '}
            <Named>Add webhook</Named>.
          </>
        }
      />
      <Step title="Add a webhook for each of these three topics:">
        <Values
          values={[
            ['Status', 'Active'],
            ['Topic', 'Order created, Order updated, Order deleted'],
            ['Delivery URL', 'as below'],
            ['Secret', 'as below, the same in all three'],
          ]}
        />
        <DeliveryUrl source={source} />
        {secret}
        <Note>
          WooCommerce switches a webhook off after about five failures. If nothing arrives any more, set its status back
          to Active.
        </Note>
      </Step>
    </Steps>
  );
}

function StripeSteps({ source, secret }: StepsProps) {
  return (
    <Steps>
      <Step
        title={
          <>
            In the Stripe Dashboard, open <Named>Workbench → Webhooks</Named> and press{' '}
            <Named>Create new destination</Named>.
          </>
        }
      />
      <Step title="Enter the delivery URL as the endpoint URL, and select these events:">
        <DeliveryUrl source={source} />
        <ul className="grid gap-x-6 gap-y-1 font-mono text-table sm:grid-cols-2">
          {STRIPE_EVENTS.map((event) => (
            <li key={event} className="wrap-anywhere">
              {event}
            </li>
          ))}
        </ul>
      </Step>
      <Step
        title={
          <>
            Reveal the endpoint's <Named>Signing secret</Named>, which starts with whsec_, and paste it here.
          </>
        }
      >
        {secret}
        <Note>Use the live mode endpoint: test payments are never shown.</Note>
      </Step>
    </Steps>
  );
}

/** A purchase a few minutes ago, in our own words. */
const exampleEvent = () => ({
  id: `test-${Math.floor(Date.now() / 1_000)}`,
  kind: 'purchase',
  occurredAt: new Date(Math.floor((Date.now() - 2 * MINUTE) / 1_000) * 1_000).toISOString(),
  actor: { firstName: 'Ana', city: 'Lisbon', country: 'PT' },
  subject: { name: 'Oak Desk' },
});

function WebhookSteps({ source, secret }: StepsProps) {
  const { secret: shown } = useNewSecret(source.id);
  const [event] = useState(exampleEvent);
  const { origin, pathname } = new URL(source.hookUrl ?? window.location.href);
  const curl = (body: unknown) => curlOf({ method: 'POST', path: pathname, body }, { origin, key: shown ?? 'SECRET' });
  return (
    <Steps>
      <Step title="Send JSON to this URL from Zapier, Make, n8n or your own code.">
        <DeliveryUrl source={source} />
        <Note>Different field names? Map them below.</Note>
      </Step>
      <Step title="Give the sender this secret.">
        {secret}
        <Note>
          Send it as <Named>Authorization: Bearer SECRET</Named>, or sign with it as <Named>Standard Webhooks</Named>{' '}
          does (webhook-signature).
        </Note>
      </Step>
      <Step title="Try it in a terminal.">
        <CodeBlock label="A purchase" code={curl(event)} />
      </Step>
    </Steps>
  );
}

function ApiSteps({ site }: StepsProps) {
  const { data } = useInstallation();
  const [event] = useState(exampleEvent);
  const origin = data?.publicUrl ?? window.location.origin;
  const curl = (below: string, body?: unknown) =>
    curlOf(
      { method: 'POST', path: `/api/sites/${site.id}/events${below}`, ...(body !== undefined && { body }) },
      { origin, key: 'YOUR_API_KEY' },
    );
  return (
    <Steps>
      <Step
        title={
          <>
            Create an API key that can <Named>read and write</Named> in{' '}
            <TextLink to={screens.siteDeveloperTools.href(site.slug)}>Developer Tools</TextLink>.
          </>
        }
      />
      <Step title="Send what happened, up to 100 events at once.">
        <CodeBlock label="A purchase" code={curl('', { events: [event] })} />
        <CodeBlock label="Cancel it" code={curl(`/${event.id}/retract`)} />
      </Step>
    </Steps>
  );
}
