// What an owner gives to connect a shop: its address, a key, or the credentials of an app. Keys are sent once, and kept by no
// browser.
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { useConnectShop } from '#client/data/sources.ts';
import { TextField } from '#client/form/fields.tsx';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { Button } from '#client/ui/button.tsx';
import { TextLink } from '#client/ui/link.tsx';
import { type ConnectInput, connectInput } from '#shared/contract/connection.ts';
import type { Connected, SourceRef } from '#shared/contract/source.ts';
import { type ConnectedKind, SOURCE_KIND_FACTS } from '#shared/source-kinds.ts';
import { Named, Note, Step, Steps, Values } from './set-up-steps.tsx';

type FieldName = Exclude<keyof ConnectInput, keyof SourceRef>;
type FieldValues = Partial<Record<FieldName, string>>;

const { shop, apiKey, clientId, token, secret } = connectInput.shape;
const SCHEMAS = {
  shop: shop.unwrap(),
  apiKey: apiKey.unwrap(),
  clientId: clientId.unwrap(),
  token: token.unwrap(),
  secret: secret.unwrap(),
} satisfies Record<FieldName, z.ZodType>;

const schemaOf = (names: readonly FieldName[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, SCHEMAS[name]]))) as z.ZodType<FieldValues, FieldValues>;

/** In the vendors' own words. */
const LABELS: Record<FieldName, { label: string; placeholder: string }> = {
  shop: { label: 'Address of your shop', placeholder: 'https://shop.example' },
  apiKey: { label: 'Restricted key', placeholder: 'rk_live_…' },
  clientId: { label: 'Client ID', placeholder: '32 letters and digits' },
  token: { label: 'Admin API access token', placeholder: 'shpat_…' },
  secret: { label: 'Client secret', placeholder: 'shpss_…' },
};
const STORE = { label: 'Your store', placeholder: 'name.myshopify.com' };

type FormProps = {
  kind: ConnectedKind;
  names: readonly FieldName[];
  /** The shop's address, as far as it is known. */
  shop: string;
  label: string;
  /** @returns the source to be connected, which may have to be made first. */
  getSource: () => Promise<SourceRef>;
  /** Called unless the owner goes on in the shop. */
  onConnected?: ((connected: Connected) => void) | undefined;
};

function Fields({ kind, names, shop: known, label, getSource, onConnected }: FormProps) {
  const connect = useConnectShop();
  const form = useServerForm<FieldValues, FieldValues, Connected>({
    schema: schemaOf(names),
    defaultValues: Object.fromEntries(names.map((name) => [name, name === 'shop' ? known : ''])),
    save: async (values) => connect.mutateAsync({ ...(await getSource()), ...values }),
    onSaved: (connected) => {
      if (connected.consentUrl === null) onConnected?.(connected);
      else window.location.assign(connected.consentUrl);
    },
  });
  const isAlone = names.length === 1;
  return (
    <ServerForm form={form} failureTitle="Couldn't connect">
      <div
        className={isAlone ? 'grid gap-3 sm:flex sm:flex-wrap sm:items-start' : 'grid gap-x-3 gap-y-4 sm:grid-cols-2'}
      >
        {names.map((name, at) => (
          <div key={name} className="min-w-0 flex-1 basis-64">
            <TextField
              form={form}
              name={name}
              {...(name === 'shop' && kind === 'shopify' ? STORE : LABELS[name])}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              inputMode={name === 'shop' ? 'url' : undefined}
              autoFocus={at === 0}
              className={name === 'shop' ? undefined : 'font-mono'}
            />
          </div>
        ))}
        {/* Alone, in line with the input, below its label. */}
        <div className={isAlone ? 'sm:pt-[26px]' : 'sm:col-span-2'}>
          <Button type="submit" size="lg" isBusy={form.isBusy} busyLabel="Connecting...">
            {label}
          </Button>
        </div>
      </div>
    </ServerForm>
  );
}

type ConnectFormProps = Omit<FormProps, 'names' | 'shop' | 'label'> & { shop?: string; label?: string };

export function ConnectForm({ shop = '', label = 'Connect', ...rest }: ConnectFormProps) {
  const all = { shop, label, ...rest };
  switch (SOURCE_KIND_FACTS[rest.kind].connects) {
    case 'consent':
      return (
        <div className="space-y-3">
          <Fields {...all} names={['shop']} />
          <Note>Your shop asks you to log in and approve. Then you are back here.</Note>
        </div>
      );
    case 'key':
      return (
        <div className="space-y-5">
          <StripeKey />
          <Fields {...all} names={['apiKey']} />
        </div>
      );
    case 'app':
      return <ShopifyApp {...all} />;
  }
}

/** What Stripe calls what a key may do, and how its Dashboard names that in an address. */
const STRIPE_PERMISSIONS = [
  ['Charges and Refunds', 'Read', 'rak_charge_read'],
  ['Checkout Sessions', 'Read', 'rak_checkout_session_read'],
  ['Disputes', 'Read', 'rak_dispute_read'],
  ['Webhook Endpoints', 'Write', 'rak_webhook_write'],
] as const;

const STRIPE_KEY_URL = `https://dashboard.stripe.com/apikeys/create?${new URLSearchParams([
  ['name', 'Proofbell'],
  ...STRIPE_PERMISSIONS.map(([, , permission]) => ['permissions[]', permission]),
])}`;

const Outside = ({ to, children }: { to: string; children: string }) => (
  <TextLink to={to} target="_blank" rel="noopener">
    {children}
    <span className="sr-only"> (opens in a new tab)</span>
  </TextLink>
);

const StripeKey = () => (
  <div className="space-y-3">
    <p className="max-w-[64ch] text-pretty">
      <Outside to={STRIPE_KEY_URL}>Create a restricted key in Stripe</Outside>, with these permissions and no others,
      and paste it here.
    </p>
    <Values values={STRIPE_PERMISSIONS.map(([name, access]) => [name, access])} />
  </div>
);

function ShopifyApp(all: Omit<FormProps, 'names'>) {
  const [isOlder, setIsOlder] = useState(false);
  if (isOlder) {
    return (
      <div className="space-y-5">
        <p className="max-w-[64ch] text-pretty">
          For a custom app made in your Shopify admin before 2026: copy both from{' '}
          <Named>Settings → Apps → Develop apps</Named> → <Named>API credentials</Named>. It needs the scope{' '}
          <Named>read_orders</Named>.
        </p>
        <Fields key="older" {...all} names={['shop', 'token', 'secret']} />
        <Switch onClick={() => setIsOlder(false)}>Use a client ID instead</Switch>
      </div>
    );
  }
  return (
    <div className="space-y-5">
      <Steps>
        <Step
          title={
            <>
              In Shopify's <Outside to="https://dev.shopify.com/dashboard">Dev Dashboard</Outside>, press{' '}
              <Named>Create app</Named>. Give its version the scope <Named>read_orders</Named>, and release it.
            </>
          }
        />
        <Step
          title={
            <>
              On the app's <Named>Home</Named>, press <Named>Install app</Named> and choose your store.
            </>
          }
        />
        <Step
          title={
            <>
              Copy the client ID and secret from its <Named>Settings</Named>.
            </>
          }
        >
          <Fields key="app" {...all} names={['shop', 'clientId', 'secret']} />
        </Step>
      </Steps>
      <Switch onClick={() => setIsOlder(true)}>My app is older and has a token</Switch>
    </div>
  );
}

const Switch = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <Button variant="ghost" size="sm" className="-ml-3" onClick={onClick}>
    {children}
  </Button>
);
