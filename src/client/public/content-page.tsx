// A page that is a document of content/pages and nothing else, named as its address: about, and the policies.
import { useLocation } from 'react-router';
import { DocumentPage } from '#client/content/document-page.tsx';
import { findDocument } from '#client/content/documents.ts';
import { BESIDE_TEXT, OnThisPage, TEXT_COLUMN } from '#client/content/on-this-page.tsx';
import { longDay } from '#client/format/dates.ts';
import { useTitle } from '#client/hooks/use-title.ts';

export default function ContentPage() {
  // The router ignores case and a slash at the end.
  const name = ['pages', ...useLocation().pathname.toLowerCase().split('/').filter(Boolean)].join('/');
  const document = findDocument(name);
  useTitle(document?.title ?? '');
  if (!document) throw new Error(`No document ${name}`);
  return (
    <div className="mx-auto max-w-6xl px-4 py-12 md:px-8 md:py-16">
      <div className={BESIDE_TEXT}>
        <article className={TEXT_COLUMN}>
          <h1 className="break-words font-display text-title outline-none md:text-display">{document.title}</h1>
          <p className="mt-2 max-w-[60ch] text-pretty text-base text-muted leading-relaxed">{document.summary}</p>
          {document.updated && (
            <p className="mt-3 text-muted text-table">
              Last changed on <time dateTime={document.updated}>{longDay(document.updated)}</time>
            </p>
          )}
          <div className="mt-10">
            <DocumentPage name={name} />
          </div>
        </article>
        <OnThisPage headings={document.headings.filter(({ isSub }) => !isSub)} />
      </div>
    </div>
  );
}
