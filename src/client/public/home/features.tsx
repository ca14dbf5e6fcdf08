// What owners get: six things with a picture each, and the rest as a list. Everything here is in every plan.
import type { ReactNode } from 'react';
import { classNames } from '#client/ui/class-names.ts';
import {
  CountsPicture,
  DraftPicture,
  ReasonsPicture,
  RulesPicture,
  ServerPicture,
  TemplatePicture,
} from './pictures.tsx';
import { Section } from './section.tsx';

type Feature = { title: string; text: string; picture: ReactNode; isWide?: boolean };

const FEATURES: readonly Feature[] = [
  {
    title: 'Rules you can read aloud',
    text: "By page, referrer, device, language, visits, time of day and facts from your page. The visitor's browser decides, and tells nobody.",
    picture: <RulesPicture />,
    isWide: true,
  },
  {
    title: 'Counts that hold up',
    text: "A display needs half a notification in view for a second. Bots don't count. Click rates show their 95% confidence interval.",
    picture: <CountsPicture />,
  },
  {
    title: "Why don't I see it?",
    text: 'One click explains each notification on your page, down to the deciding condition.',
    picture: <ReasonsPicture />,
  },
  {
    title: 'Sentences that fill themselves in',
    text: '29 templates, or your own. A missing value falls back to words you chose.',
    picture: <TemplatePicture />,
    isWide: true,
  },
  {
    title: 'On your page before anyone sees it',
    text: 'A link shows it in new colors, with new rules, to you alone until you save.',
    picture: <DraftPicture />,
    isWide: true,
  },
  {
    title: 'One process, one database',
    text: 'Two commands start it wherever Node runs, on SQLite or PostgreSQL.',
    picture: <ServerPicture />,
  },
];

const MORE: readonly (readonly [title: string, text: string])[] = [
  ['Nine types', 'Orders, reviews, stock, discounts and more.'],
  ['Eight themes', 'Adjust every color and font, or add your own CSS.'],
  ['Sixteen languages', "For the widget's own words."],
  ['Reports', 'Saved, printed, exported as CSV, or emailed weekly.'],
  ['A REST API', 'For nearly everything, with OpenAPI.'],
  ['Single sign-on', 'From your own system, by signed link.'],
  ['Strict pages welcome', 'One more host in your policy, nothing inline.'],
  ['Consent, if you ask for it', 'Nothing is requested or stored until the visitor agrees.'],
  ['For every visitor', 'Keyboard, screen readers, reduced motion, right-to-left.'],
];

export function Features() {
  return (
    <Section id="features" title="For owners who would rather be believed">
      <ul className="grid border-line border-t lg:grid-cols-12">
        {FEATURES.map(({ title, text, picture, isWide = false }, at) => (
          <li
            key={title}
            className={classNames(
              'flex flex-col border-line border-b py-8 lg:py-10',
              isWide ? 'lg:col-span-7' : 'lg:col-span-5',
              // The left one of each row starts at the page's edge, the right one ends there.
              at % 2 === 0 ? 'lg:border-r lg:pr-10' : 'lg:pl-10',
            )}
          >
            <div className="flex min-h-52 grow items-center">{picture}</div>
            <h3 className="mt-7 font-display text-heading">{title}</h3>
            <p className="mt-2 max-w-[58ch] text-[0.9375rem] text-muted leading-relaxed">{text}</p>
          </li>
        ))}
      </ul>
      <dl className="mt-12 grid gap-x-10 gap-y-7 sm:grid-cols-2 lg:grid-cols-3">
        {MORE.map(([title, text]) => (
          <div key={title}>
            <dt className="font-semibold">{title}</dt>
            <dd className="mt-1 text-muted leading-relaxed">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
