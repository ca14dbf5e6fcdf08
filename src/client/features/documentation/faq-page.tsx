// Frequent questions, from content/.
import { DocumentPage } from '#client/content/document-page.tsx';
import { findDocument } from '#client/content/documents.ts';
import { BESIDE_TEXT, OnThisPage, TEXT_COLUMN } from '#client/content/on-this-page.tsx';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { TextLink } from '#client/ui/link.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';

const NAME = 'pages/faq';

export default function FaqPage() {
  useTitle('FAQ');
  return (
    <div className="mx-auto max-w-6xl px-4 py-12 md:px-8 md:py-16">
      <div className={BESIDE_TEXT}>
        <article className={TEXT_COLUMN}>
          <PageHeader
            title="Frequently asked questions"
            description={
              <>
                Not here? <TextLink to={screens.support.href()}>Search all guides</TextLink>.
              </>
            }
          />
          <div className="mt-10">
            <DocumentPage name={NAME} />
          </div>
        </article>
        <OnThisPage headings={findDocument(NAME)?.headings ?? []} />
      </div>
    </div>
  );
}
