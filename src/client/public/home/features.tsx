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
    text: "By page, referrer, device, language, visits, time of day and facts from your own page. The visitor's browser decides, and tells nobody.",
    picture: <RulesPicture />,
    isWide: true,
  },
  {
    title: 'Counts that hold up',
    text: "A display needs half of the notification in view for a second. Bots don't count. Click rates show their 95% confidence interval.",
    picture: <CountsPicture />,
  },
  {
    title: "Why don't I see it?",
    text: 'One click opens your page and explains each notification, down to the deciding condition.',
    picture: <ReasonsPicture />,
  },
  {
    title: 'Sentences that fill themselves in',
    text: '29 templates with variables, or your own. A missing value falls back to the words you chose: nothing is made up.',
    picture: <TemplatePicture />,
    isWide: true,
  },
  {
    title: 'On your page before anyone sees it',
    text: 'A link shows your page with new colors, timing and rules, to you alone until you save.',
    picture: <DraftPicture />,
    isWide: true,
  },
  {
    title: 'One process, one database',
    text: 'Two commands start it on any machine with Node: on SQLite, or on PostgreSQL with as many servers as you like.',
    picture: <ServerPicture />,
  },
];

const MORE: readonly (readonly [title: string, text: string])[] = [
  ['Nine types', 'Orders, reviews, stock, discount codes, milestones and more.'],
  ['Eight themes', 'Adjust every color, font and animation, or add your own CSS.'],
  ['Sixteen languages', "For the widget's own words. Your sentences stay as you write them."],
  ['Reports', 'By notification, device and page: saved, printed, exported as CSV, or emailed weekly.'],
  ['A REST API', 'Nearly everything the app does, described by OpenAPI.'],
  ['Single sign-on', 'From your own system, with a signed link.'],
  ['Strict pages welcome', 'Your content security policy needs one more host, and nothing inline.'],
  ['Consent, if you ask for it', 'One attribute, and nothing is requested or stored before the visitor agrees.'],
  ['For every visitor', 'Keyboard, screen readers, reduced motion, right-to-left, and a close button.'],
];

export function Features() {
  return (
    <Section
      id="features"
      title="For owners who would rather be believed"
      lead="Telling visitors the truth should be easy to set up, easy to check and easy to switch off."
    >
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
