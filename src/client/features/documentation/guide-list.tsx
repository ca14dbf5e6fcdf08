// All guides, by topic.
import { Link } from 'react-router';
import { TOPICS } from '#client/content/document.ts';
import { guides } from '#client/content/documents.ts';
import { guideHref } from '#client/content/links.ts';

/** @param slug of the site in whose documentation they are read. */
export function GuideList({ slug }: { slug?: string | undefined }) {
  return TOPICS.map((topic) => {
    const own = guides.filter((guide) => guide.topic === topic);
    if (own.length === 0) return null;
    return (
      <section key={topic} aria-label={topic} className="grid gap-x-8 gap-y-3 lg:grid-cols-[11rem_1fr]">
        <h2 className="font-display text-heading lg:pt-3">{topic}</h2>
        <ul className="border-line border-t">
          {own.map((guide) => (
            <li key={guide.name} className="border-line border-b">
              <Link
                to={guideHref(guide.guide, slug)}
                className="group grid gap-x-8 gap-y-0.5 py-3 sm:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]"
              >
                <span className="font-semibold decoration-accent/35 underline-offset-3 group-hover:text-accent group-hover:underline">
                  {guide.title}
                </span>
                <span className="text-pretty text-muted text-table">{guide.summary}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    );
  });
}
