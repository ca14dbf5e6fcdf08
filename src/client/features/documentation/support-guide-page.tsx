// One guide for everybody, at an address of its own.
import { useParams } from 'react-router';
import { findGuide } from '#client/content/documents.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { GuideView } from './guide-view.tsx';
import { NoSuchGuide } from './no-such-guide.tsx';

export default function SupportGuidePage() {
  const { guide: name = '' } = useParams();
  const guide = findGuide(name);
  useTitle(guide?.title ?? 'Page not found');
  const listHref = screens.support.href();
  if (!guide) return <NoSuchGuide listHref={listHref} />;
  return (
    <div className="mx-auto max-w-6xl px-4 py-10 md:px-8 md:py-12">
      <GuideView guide={guide} listHref={listHref} />
    </div>
  );
}
