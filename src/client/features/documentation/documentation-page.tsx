// The documentation of a site: all guides with a search, or the one that the address names (?guide=rules). A parameter,
// because below a site's address every unknown path is the specification's 'Page Not Found'.
import { useSearchParams } from 'react-router';
import { findGuide } from '#client/content/documents.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { PageHeader } from '#client/ui/page-header.tsx';
import type { Site } from '#shared/contract/site.ts';
import { GuideFinder } from './guide-finder.tsx';
import { GuideView } from './guide-view.tsx';
import { NoSuchGuide } from './no-such-guide.tsx';

export default function DocumentationPage({ site }: { site: Site }) {
  const [params] = useSearchParams();
  const name = params.get('guide');
  const guide = name === null ? undefined : findGuide(name);
  const listHref = screens.siteDocumentation.href(site.slug);
  useTitle(`${guide?.title ?? 'Documentation'} · ${site.name}`);
  if (guide) return <GuideView guide={guide} site={site} listHref={listHref} />;
  if (name !== null) return <NoSuchGuide isInside listHref={listHref} />;
  return (
    <>
      <PageHeader title="Documentation" description="How everything works, in short guides." />
      <GuideFinder slug={site.slug} />
    </>
  );
}
