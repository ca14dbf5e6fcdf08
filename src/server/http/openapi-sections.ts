// The parts of the API, ordered by use, and which part a path belongs to.

type Section = {
  name: string;
  /** Whose notes describe the fields of its bodies. */
  noun: string;
  text: string;
  /** Matches paths below /api. */
  paths: RegExp;
};

export const SECTIONS: readonly Section[] = [
  {
    name: 'Events',
    noun: 'Event',
    text: 'Events become notifications; sources report them.',
    // Files have a part of their own.
    paths: /^\/sites\/\{\w+\}\/(?:sources(?!\/\{\w+\}\/imports?(?:\/|$))|events|forget)(?:\/|$)|^\/hooks\//,
  },
  {
    name: 'Imports',
    noun: 'Import',
    text: 'CSV files of events.',
    paths: /\/sources\/\{\w+\}\/imports?(\/|$)/,
  },
  {
    name: 'Notifications',
    noun: 'Notification',
    text: 'What visitors see, by widget.',
    paths: /\/notifications(\/|$)/,
  },
  {
    name: 'Effect',
    noun: 'Effect',
    text: `What notifications changed: goals, the share of browsers that sees none, and what came of both.`,
    paths: /\/(goals|hold-out|effect)(\/|$)/,
  },
  {
    name: 'Statistics',
    noun: 'Stats',
    text: 'Displays, clicks and dismissals; nothing about visitors is stored.',
    paths: /\/(stats|cost|reports|weekly-email)(\/|$)/,
  },
  { name: 'Sites', noun: 'Site', text: 'Your websites. Each has one widget.', paths: /^\/sites/ },
  {
    name: 'Widgets',
    noun: 'Widget',
    text: "Appearance, behavior and rules of a site's notifications.",
    paths: /^\/widgets/,
  },
  {
    name: 'Templates',
    noun: 'Template',
    text: 'Built-in ones, and your own.',
    paths: /^\/templates/,
  },
  {
    name: 'Images',
    noun: 'Image',
    text: 'Pictures for notifications and templates.',
    paths: /^\/images/,
  },
  {
    name: 'API keys',
    noun: 'ApiKey',
    text: 'Only logged in: keys can neither create nor revoke keys.',
    paths: /^\/api-keys/,
  },
  {
    name: 'Account',
    noun: 'User',
    text: 'Login, profile, passwords and sessions. Not for API keys.',
    paths: /^\/auth/,
  },
  {
    name: 'Registration',
    noun: 'Registration',
    text: "Plans, prices, and signing up in steps. Without a login: whoever has a registration's id goes on with it.",
    paths: /^\/registration/,
  },
  {
    name: 'Billing',
    noun: 'Billing',
    text: 'Your plan, and buying one. Not for API keys.',
    paths: /^\/billing/,
  },
  {
    name: 'For the widget',
    noun: 'Embed',
    text: 'For the script on your pages. Without a login.',
    paths: /^\/embed/,
  },
  {
    name: 'Contact',
    noun: 'Contact',
    text: 'Writing to the operator. Without a login.',
    paths: /^\/contact$/,
  },
  { name: 'Service', noun: 'Service', text: 'For clients and monitoring.', paths: /^/ },
];

/** @param path below /api. @returns the part it belongs to. */
export const sectionOf = (path: string): Section =>
  SECTIONS.find(({ paths }) => paths.test(path)) ?? (SECTIONS.at(-1) as Section);
