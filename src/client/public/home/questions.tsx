// The questions that decide whether one goes on: the same answers as on the FAQ page.
import { Plus } from 'lucide-react';
import { answersTo } from '#client/content/answers.ts';
import { screens } from '#client/screens.ts';
import { TextLink } from '#client/ui/link.tsx';
import { Section } from './section.tsx';

const QUESTIONS = [
  'does-it-slow-my-pages-down',
  'can-i-invent-notifications',
  'do-i-need-a-consent-banner-for-it',
  'why-are-there-fewer-displays-than-visits-in-my-analytics',
];

export function Questions() {
  return (
    <Section id="questions" title="Questions before you install" isSplit>
      <div className="border-ink border-t-2">
        {answersTo(QUESTIONS).map(({ id, title, text }) => (
          <details key={id} className="group border-line border-b">
            <summary className="flex list-none items-center justify-between gap-6 py-5 font-display text-heading [&::-webkit-details-marker]:hidden">
              {title}
              <Plus
                aria-hidden="true"
                size={20}
                strokeWidth={1.75}
                className="shrink-0 text-muted transition-transform duration-100 group-open:rotate-45"
              />
            </summary>
            <p className="max-w-[64ch] pb-6 text-[0.9375rem] text-muted leading-relaxed">{text}</p>
          </details>
        ))}
        <p className="mt-6">
          <TextLink to={screens.faq.href()} className="inline-block py-1">
            All questions
          </TextLink>
        </p>
      </div>
    </Section>
  );
}
