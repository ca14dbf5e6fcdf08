// Support for everybody: the search over guides and questions, all guides, and whom to ask if that doesn't help.
import { DocumentPage } from '#client/content/document-page.tsx';
import { useInstallation } from '#client/data/installation.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { TextLink } from '#client/ui/link.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { GuideFinder } from './guide-finder.tsx';

export default function SupportPage() {
  useTitle('Support');
  return (
    <div className="mx-auto max-w-6xl px-4 py-12 md:px-8 md:py-16">
      <PageHeader
        title="Support"
        description={
          <>
            Search the guides and the <TextLink to={screens.faq.href()}>frequently asked questions</TextLink>.
          </>
        }
      />
      <div className="mt-8">
        <GuideFinder />
      </div>
      <section aria-labelledby="contact" className="mt-8 grid gap-x-8 gap-y-3 lg:grid-cols-[11rem_1fr]">
        <h2 id="contact" tabIndex={-1} className="scroll-mt-24 font-display text-heading outline-none lg:pt-3">
          Ask a person
        </h2>
        <div className="border-line border-t pt-4">
          <Operator />
          <div className="mt-8">
            <DocumentPage name="pages/support" />
          </div>
        </div>
      </section>
    </div>
  );
}

/** Whoever runs this server, as far as it is known: nothing here is invented. */
function Operator() {
  const { operator, contact } = useInstallation().data ?? {};
  if (!contact?.email) {
    return <p className="max-w-[60ch] text-pretty text-base">This server's owner hasn't added contact details.</p>;
  }
  return (
    <p className="max-w-[60ch] text-pretty text-base">
      {operator?.name ?? 'The operator'} runs this installation.{' '}
      <TextLink to={screens.contact.href()}>Write a message</TextLink>, or send an email to{' '}
      <a
        href={`mailto:${contact.email}`}
        className="break-words font-medium text-accent underline decoration-accent/35 underline-offset-3 hover:decoration-accent"
      >
        {contact.email}
      </a>
      .
    </p>
  );
}
