// One guide: its text, what is on the page, and the guides before and after it.
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { DocumentPage } from '#client/content/document-page.tsx';
import { type Guide, guides } from '#client/content/documents.ts';
import { guideHref } from '#client/content/links.ts';
import { Neighbors } from '#client/content/neighbors.tsx';
import { BESIDE_TEXT, OnThisPage, TEXT_COLUMN } from '#client/content/on-this-page.tsx';
import { useInstallation } from '#client/data/installation.ts';
import { TextLink } from '#client/ui/link.tsx';
import type { Site } from '#shared/contract/site.ts';

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
  const at = guides.indexOf(guide);
  return (
    <div className={BESIDE_TEXT}>
      <article className={TEXT_COLUMN}>
        <TextLink to={listHref} className="-my-1 inline-flex items-center gap-1.5 py-1 text-table">
          <ArrowLeft aria-hidden="true" size={14} />
          All guides
        </TextLink>
        <h1 ref={heading} tabIndex={-1} className="mt-5 font-display text-title outline-none md:text-display">
          {guide.title}
        </h1>
        <p className="mt-2 mb-8 max-w-[60ch] text-pretty text-base text-muted leading-relaxed">{guide.summary}</p>
        <DocumentPage
          name={guide.name}
          slug={site?.slug}
          values={{
            ...(site && { YOUR_SITE_ID: site.id }),
            ...(publicUrl && { 'https://proofbell.example.com': publicUrl }),
          }}
        />
        <Neighbors
          label="More guides"
          previous={linkOf(guides[at - 1], site?.slug)}
          next={linkOf(guides[at + 1], site?.slug)}
        />
      </article>
      {guide.headings.length > 1 && <OnThisPage headings={guide.headings.filter(({ isSub }) => !isSub)} />}
    </div>
  );
}

function linkOf(guide: Guide | undefined, slug: string | undefined) {
  return guide && { to: guideHref(guide.guide, slug), title: guide.title };
}
