// A link from a screen to the guide that explains it.
import { TextLink } from '../ui/link.tsx';
import { guideHref } from './links.ts';

type LearnMoreProps = {
  /** Its name, such as 'rules'. */
  guide: string;
  /** What it explains, for screen readers: 'rules'. */
  about: string;
  /** Of the site in whose documentation it opens; without one, the public page. */
  slug?: string;
  /** The id of one of its headings. */
  section?: string;
  label?: string;
};

export const LearnMore = ({ guide, about, slug, section, label = 'Learn more' }: LearnMoreProps) => (
  <TextLink to={guideHref(guide, slug, section)} className="whitespace-nowrap">
    {label}
    <span className="sr-only"> about {about}</span>
  </TextLink>
);
