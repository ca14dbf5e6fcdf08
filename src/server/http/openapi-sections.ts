// The parts of the API, ordered by use, and which part a path belongs to.

type Section = {
  name: string;
  /** Whose notes describe the fields of its bodies. */
  noun: string;
  text: string;
  /** Matches paths below /api. */
  paths: RegExp;
};

const WITH_KEY = 'Call these with an API key, or logged in.';

export const SECTIONS: readonly Section[] = [
  {
    name: 'Events',
    noun: 'Event',
    text: `Events from your shop, and the sources that report them. Each event that may show becomes a notification. ${WITH_KEY}`,
    // Files have a part of their own.
    paths: /^\/sites\/\{\w+\}\/(?:sources(?!\/\{\w+\}\/imports?(?:\/|$))|events|forget)(?:\/|$)|^\/hooks\//,
  },
  {
    name: 'Imports',
    noun: 'Import',
    text: `CSV files of events: past ones, or those that were never delivered. ${WITH_KEY}`,
    paths: /\/sources\/\{\w+\}\/imports?(\/|$)/,
  },
  {
    name: 'Notifications',
    noun: 'Notification',
    text: `What visitors see. A notification belongs to the widget of a site. ${WITH_KEY}`,
    paths: /\/notifications(\/|$)/,
  },
  {
    name: 'Effect',
    noun: 'Effect',
    text: `What notifications changed: goals, the share of browsers that sees none, and what came of both. ${WITH_KEY}`,
    paths: /\/(goals|hold-out|effect)(\/|$)/,
  },
  {
    name: 'Statistics',
    noun: 'Stats',
    text: `Displays, clicks and dismissals; nothing about visitors is stored. ${WITH_KEY}`,
    paths: /\/(stats|cost|reports|weekly-email)(\/|$)/,
  },
  { name: 'Sites', noun: 'Site', text: `Your websites. Each has one widget. ${WITH_KEY}`, paths: /^\/sites/ },
  {
    name: 'Widgets',
    noun: 'Widget',
    text: `Appearance, behavior and rules of a site's notifications. ${WITH_KEY}`,
    paths: /^\/widgets/,
  },
  {
    name: 'Templates',
    noun: 'Template',
    text: `What notifications can be made from: built-in ones, and your own. ${WITH_KEY}`,
    paths: /^\/templates/,
  },
  {
    name: 'Images',
    noun: 'Image',
    text: `Pictures of your own for notifications and templates. ${WITH_KEY}`,
    paths: /^\/images/,
  },
  {
    name: 'API keys',
    noun: 'ApiKey',
    text: 'Only for logged-in people: a key can neither create nor revoke keys.',
    paths: /^\/api-keys/,
  },
  {
    name: 'Account',
    noun: 'User',
    text: 'Logging in, the profile, passwords and sessions. Not for API keys.',
    paths: /^\/auth/,
  },
  {
    name: 'Registration',
    noun: 'Registration',
    text: 'Plans and what they cost, and signing up in steps. Without a login: whoever has the id of a registration goes on with it.',
    paths: /^\/registration/,
  },
  {
    name: 'Billing',
    noun: 'Billing',
    text: 'Your plan, and buying one. Cards are typed on pages of the payment provider only. Not for API keys.',
    paths: /^\/billing/,
  },
  {
    name: 'For the widget',
    noun: 'Embed',
    text: 'What the script on your pages calls. Without a login, for anyone.',
    paths: /^\/embed/,
  },
  {
    name: 'Contact',
    noun: 'Contact',
    text: 'Writing to the operator. Without a login, for anyone.',
    paths: /^\/contact$/,
  },
  { name: 'Service', noun: 'Service', text: 'For clients and monitoring.', paths: /^/ },
];

/** @param path below /api. @returns the part it belongs to. */
export const sectionOf = (path: string): Section =>
  SECTIONS.find(({ paths }) => paths.test(path)) ?? (SECTIONS.at(-1) as Section);
