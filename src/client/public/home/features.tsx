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
    text: "By page, referrer, device, language, visits, scrolling, time of day, exit intent and facts from your own page. All of it is decided in the visitor's browser and reported to nobody.",
    picture: <RulesPicture />,
    isWide: true,
  },
  {
    title: 'Counts that hold up',
    text: "A display counts once half of the notification has been in view for a second. Bots don't count. Click rates come with their 95% confidence interval.",
    picture: <CountsPicture />,
  },
  {
    title: "Why don't I see it?",
    text: 'One click opens your own page and explains each notification, down to the condition that decided it.',
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
    text: 'A link shows new colors, timing and rules on your own page, to you alone. Visitors see the old ones until you save.',
    picture: <DraftPicture />,
    isWide: true,
  },
  {
    title: 'One process, one database',
    text: 'Two commands start it on any machine with Node. It uses SQLite by default, or PostgreSQL for as many servers as you like.',
    picture: <ServerPicture />,
  },
];

const MORE: readonly (readonly [title: string, text: string])[] = [
  ['Nine types', 'From orders and reviews to stock, discounts with a code to copy, and milestones.'],
  ['Eight themes', 'Then adjust every color, font, corner, shadow and animation, or add your own CSS.'],
  ['Sixteen languages', "For the widget's own words; your sentences stay as you write them."],
  ['Reports', 'By notification, device and page: saved, printed, exported as CSV, or emailed weekly.'],
  ['A REST API', 'Nearly everything the app does, described by OpenAPI, with keys that read or write.'],
  ['Single sign-on', 'From your own system, with a signed link. You can see sessions and end them.'],
  ['Strict pages welcome', 'No inline styles or scripts: your content security policy only needs one more host.'],
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
