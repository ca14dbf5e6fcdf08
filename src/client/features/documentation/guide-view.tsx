// One guide: its text, what is on the page, and the guides before and after it.
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { DocumentPage } from '#client/content/document-page.tsx';
import { type Guide, guides } from '#client/content/documents.ts';
import { guideHref } from '#client/content/links.ts';
import { useInstallation } from '#client/data/installation.ts';
import { TextLink } from '#client/ui/link.tsx';
import type { Site } from '#shared/contract/site.ts';
import { BESIDE_TEXT, OnThisPage } from './on-this-page.tsx';

/** @param site in whose documentation it is read; without one, its public page. @param listHref all guides. */
export function GuideView({ guide, site, listHref }: { guide: Guide; site?: Site; listHref: string }) {
  const { publicUrl } = useInstallation().data ?? {};
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(guide);
  useEffect(() => {
    // A new guide on the same path: the router moves the focus only when the path changes.
    if (shown.current !== guide) heading.current?.focus({ preventScroll: true });
    shown.current = guide;
  }, [guide]);
  return (
    <div className={BESIDE_TEXT}>
      <article className="min-w-0">
        <TextLink to={listHref} className="-my-1 inline-flex items-center gap-1.5 py-1 text-table">
          <ArrowLeft aria-hidden="true" size={14} />
          All guides
        </TextLink>
        <h1 ref={heading} tabIndex={-1} className="mt-5 font-display text-title outline-none md:text-display">
          {guide.title}
        </h1>
        <p className="mt-2 mb-8 max-w-[60ch] text-pretty text-base text-muted leading-relaxed">{guide.summary}</p>
        <DocumentPage
          key={guide.name}
          name={guide.name}
          slug={site?.slug}
          values={{
            ...(site && { YOUR_SITE_ID: site.id }),
            ...(publicUrl && { 'https://proofbell.example.com': publicUrl }),
          }}
        />
        <Neighbors guide={guide} slug={site?.slug} />
      </article>
      {guide.headings.length > 1 && <OnThisPage headings={guide.headings.filter(({ isSub }) => !isSub)} />}
    </div>
  );
}

function Neighbors({ guide, slug }: { guide: Guide; slug: string | undefined }) {
  const at = guides.indexOf(guide);
  const [before, after] = [guides[at - 1], guides[at + 1]];
  return (
    <nav aria-label="More guides" className="mt-14 grid gap-3 border-line border-t pt-6 sm:grid-cols-2">
      {before && (
        <NeighborLink to={guideHref(before.guide, slug)} label="Previous" title={before.title}>
          <ArrowLeft aria-hidden="true" size={14} />
        </NeighborLink>
      )}
      {after && (
        <NeighborLink to={guideHref(after.guide, slug)} label="Next" title={after.title} isLast>
          <ArrowRight aria-hidden="true" size={14} />
        </NeighborLink>
      )}
    </nav>
  );
}

type NeighborProps = { to: string; label: string; title: string; isLast?: boolean; children: React.ReactNode };

const NeighborLink = ({ to, label, title, isLast = false, children }: NeighborProps) => (
  <Link
    to={to}
    className={`rounded-panel border border-line bg-raised px-4 py-3 transition-colors duration-100 hover:border-field ${isLast ? 'sm:col-start-2 sm:text-right' : ''}`}
  >
    <span className={`flex items-center gap-1.5 text-meta text-muted ${isLast ? 'sm:flex-row-reverse' : ''}`}>
      {children}
      {label}
    </span>
    <span className="mt-1 block font-semibold">{title}</span>
  </Link>
);
