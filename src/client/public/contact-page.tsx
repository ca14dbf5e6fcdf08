// Writing to whoever runs this installation, and who that is. Where they gave no address for messages, what they
// published of themselves stands in place of the form; nothing is invented.
import type { ReactNode } from 'react';
import { useInstallation } from '#client/data/installation.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { TextLink } from '#client/ui/link.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Skeletons } from '#client/ui/skeleton.tsx';
import { ContactForm } from './contact-form.tsx';

export default function ContactPage() {
  useTitle('Contact');
  const installation = useInstallation();
  return (
    <div className="mx-auto max-w-6xl px-4 py-12 md:px-8 md:py-16">
      <PageHeader
        title="Contact"
        description={
          <>
            Ask the people who run this server. Many answers are already in{' '}
            <TextLink to={screens.support.href()}>Support</TextLink> and the{' '}
            <TextLink to={screens.faq.href()}>frequently asked questions</TextLink>.
          </>
        }
      />
      <div className="mt-10 md:mt-12">
        {installation.data ? (
          <Ways {...installation.data} />
        ) : installation.isError ? (
          <LoadError query={installation} title="Couldn't load the contact form" />
        ) : (
          <Skeletons
            label="Loading the contact form"
            sizes={['h-10 w-full', 'h-40 w-full']}
            className="max-w-2xl space-y-5"
          />
        )}
      </div>
    </div>
  );
}

type Installation = NonNullable<ReturnType<typeof useInstallation>['data']>;

function Ways({ contact, operator }: Pick<Installation, 'contact' | 'operator'>) {
  const { email } = contact;
  return (
    <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_17rem]">
      {/* when: contact.isOpen */}
      {contact.isOpen && email ? (
        <div>
          <noscript>
            <p className="max-w-[60ch] border-line border-t pt-5 text-base">
              The contact form needs JavaScript. Send an email to <Mail address={email} /> instead.
            </p>
          </noscript>
          <div className="noscript:hidden">
            <ContactForm operator={operator.name} />
          </div>
        </div>
      ) : (
        <NoForm hasAddress={operator.address !== null} />
      )}
      <Operator name={operator.name} email={email} address={operator.address} />
    </div>
  );
}

/** @param hasAddress whether the operator's mailing address stands beside it. */
const NoForm = ({ hasAddress }: { hasAddress: boolean }) => (
  <div className="border-line border-t pt-5">
    <h2 className="font-display text-heading">No messages by email</h2>
    <p className="mt-1.5 max-w-[60ch] text-pretty text-base">
      {/* when: operator.address */}
      {hasAddress
        ? "This server's owner takes no messages here. Their address is on this page."
        : "This server's owner hasn't added contact details."}
    </p>
  </div>
);

type OperatorProps = { name: string | null; email: string | null; address: string | null };

/** Who runs this installation, as far as they say; nothing when they say nothing. */
function Operator({ name, email, address }: OperatorProps) {
  if (!name && !email && !address) return null;
  return (
    <section aria-labelledby="operator">
      <h2 id="operator" className="border-ink border-b pb-2 font-semibold">
        Who runs this installation
      </h2>
      <dl className="gap-x-8 md:grid md:grid-cols-3 lg:block">
        {name && <Entry label="Name">{name}</Entry>}
        {email && (
          <Entry label="Email">
            <Mail address={email} />
          </Entry>
        )}
        {address && (
          <Entry label="Mailing address">
            <address className="whitespace-pre-line not-italic">{address}</address>
          </Entry>
        )}
      </dl>
    </section>
  );
}

const Entry = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="wrap-anywhere border-line border-b py-3">
    <dt className="text-meta text-muted">{label}</dt>
    <dd className="mt-0.5">{children}</dd>
  </div>
);

const Mail = ({ address }: { address: string }) => (
  <a
    href={`mailto:${address}`}
    className="wrap-anywhere rounded-control font-medium text-accent underline decoration-accent/35 underline-offset-3 hover:decoration-accent"
  >
    {address}
  </a>
);
