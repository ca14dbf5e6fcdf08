// What the fields of the API mean, with an example each: what a schema alone can't say. Keys are `Noun.field`, or a field
// whose name means the same everywhere. The nouns are those of the named schemas; a body has the noun of its section.
import { HOSTS_PER_SITE, OTHER_IDS_PER_SITE, REFUSED_HOSTS_PER_SITE } from '#shared/limits.ts';

/** What it means, and an example of a value that is accepted. */
type Note = readonly [note: string, example?: unknown];

const reported = (noun: string): Record<string, Note> => ({
  [`${noun}.range`]: ['The range that is reported on.', '7d'],
  [`${noun}.from`]: ['First day.', '2026-03-04'],
  [`${noun}.to`]: ['Last day, included.', '2026-03-10'],
});

const FIELD_NOTES: Readonly<Record<string, Note>> = {
  // Everywhere
  id: ['Its id. Ids are text without meaning.', '0198c0de-7f3a-7000-8000-000000000001'],
  _id: ['The same as `id`.', '0198c0de-7f3a-7000-8000-000000000001'],
  createdAt: ['When it was created.'],
  updatedAt: ['When it was last changed.'],
  page: ['Which page, from 1. 1 unless given.', 1],
  limit: ['How many on a page. 50 unless given.', 50],
  total: ['How many there are on all pages.', 3],
  range: ['The time to report on. 30d unless given.', '7d'],
  from: ['First day, only with the range `custom`.', '2026-03-01'],
  to: ['Last day, included, only with the range `custom`.', '2026-03-31'],
  by: ['Which table to download.'],
  siteId: ['The id of a site.', '0198c0de-7f3a-7000-8000-000000000001'],
  widgetId: ['The id of a widget. A site has one.', '0198c0de-7f3a-7000-8000-000000000002'],
  notificationId: ['The id of a notification.', '0198c0de-7f3a-7000-8000-000000000003'],
  templateId: ['The id of a template. Built-in ones start with `built-in-`.', 'built-in-sales-order'],
  displays: ['How often at least half of a notification was visible for one second in a visible tab.', 1280],
  clicks: ['How often one was clicked.', 72],
  dismissals: ['How often one was closed.', 9],
  clickRate: ['Clicks as a share of displays with their 95% interval; null without displays.'],
  clickCount: ['How often it was clicked.', 3],
  displayCount: ['How often it was displayed.', 41],

  // Sites
  'Site.name': ['What you call the site.', 'Oak & Iron'],
  'Site.slug': ["The site's part of the app's URLs. Made from the name unless given.", 'oak-and-iron'],
  'Site.domains': [
    'Hostnames where notifications may appear, including their subdomains. An empty list allows any.',
    ['oak-and-iron.example'],
  ],
  'Site.timezone': ['When a day starts in the statistics: a name of the IANA time zone database.', 'Europe/Lisbon'],
  'Site.url': ['The page to inspect.', 'https://oak-and-iron.example/desk'],
  'Stats.isOn': ['Whether the weekly email is sent.', true],
  'Site.isCelebrated': ['Whether the owner was told of the first display. It cannot be taken back.', true],
  hosts: [`Where the snippet was seen, the latest first; at most ${HOSTS_PER_SITE}.`],
  refused: [`Hosts that asked and are not among the domains, the latest first; at most ${REFUSED_HOSTS_PER_SITE}.`],
  otherIds: [`Ids of no site, with which one of the domains asked, the latest first; at most ${OTHER_IDS_PER_SITE}.`],
  firstSeenAt: ['When it was first seen.'],
  lastSeenAt: ['When it was last seen, to a minute or two.'],
  'Site.settings': ['Draft settings, which only this link shows: a patch over the saved ones.'],

  // Statistics
  'Stats.name': ['What you call the report.', 'Phones, last month'],
  'Stats.filter': [
    'What its counts are narrowed to: one of types, notifications, devices or pages. null is everything.',
  ],

  // What was counted, as it is returned
  ...reported('SiteStats'),
  ...reported('AccountStats'),
  'SiteStats.page': ['The path of a page; `other` is the rest.', '/desks'],
  'SiteStats.name': ['What you call the notification; null when it was deleted.', 'Desk order'],
  'AccountStats.name': ['What you call the site.', 'Oak & Iron'],

  // Widgets and their settings
  'Widget.name': ['What you call the widget.', 'Shop widget'],
  'Widget.type': ['Always social-proof.'],
  'Widget.isActive': ['Whether the widget shows anything.', true],
  'Widget.settings': ['Appearance, behavior and rules. Keys that you leave out stay as they are.'],
  'Widget.styleSheet': ['Your custom CSS as visitors get it, and why, if it was left out.'],
  appearance: ['Colors, type, animation and shape. In a notification: its own, over those of the widget.'],
  behavior: ['Where and when notifications show, and what a click does.'],
  revision: ['Rises with every change of the widget or its notifications.', 12],
  primaryColor: ['Accents, such as the code of a discount.', '#3498db'],
  secondaryColor: ['Marks, such as stars.', '#2ecc71'],
  textColor: ['Text.', '#333333'],
  backgroundColor: ['Background.', '#ffffff'],
  linkColor: ['Links.', '#3498db'],
  borderColor: ['Border.', '#e2e8f0'],
  fontFamily: ['A font of your page or of the device.', 'Roboto'],
  fontSize: ['10px to 24px.', '14px'],
  fontWeight: ['', 'Regular (400)'],
  headingStyle: ['How titles are set.', 'Normal'],
  animationType: ['How a notification appears.', 'Fade In'],
  speed: ['0ms to 2000ms.', '300ms'],
  enabled: ['Whether anything moves.', true],
  hoverEffect: ['What happens under the pointer.', 'None'],
  borderRadius: ['Pixels.', 8],
  padding: ['4px to 40px.', '16px'],
  boxShadow: ['Whether there is a shadow.', true],
  shadowIntensity: ['0 is none.', 2],
  borderThickness: ['Pixels.', 1],
  customCSS: ['Your own style sheet for the widget. It is checked: nothing in it may load anything.', ''],
  mobilePosition: ['Where it shows below 768 px.', 'bottom'],
  'Settings.position': ['Where it shows.', 'bottom-right'],
  'Behavior.position': ['Where it shows.', 'bottom-right'],
  initialDelay: ['Seconds until the first notification.', 5],
  displayDuration: ['Seconds that each one stays.', 8],
  timeBetween: ['Seconds from one to the next.', 8],
  randomizeTiming: [
    'Whether `displayDuration` and `timeBetween` vary by up to a fifth. `initialDelay` never does.',
    true,
  ],
  entireNotificationClickable: ['Whether a click anywhere on it counts, or only on its link.', true],
  openInNewTab: ['Where its link opens.', false],
  allowClosing: ['Whether visitors can close it.', true],
  dismissPeriod: ['How long one that was closed stays away.', '24h'],
  clickBehavior: ['What a click does: follow the link, close it, or nothing.', 'url'],
  showOnDesktop: ['Whether it shows on desktops.', true],
  showOnMobile: ['Whether it shows on phones: screens under 768 pixels.', true],
  zIndex: ['Its layer on your page.', 9999],
  language: ["Of the widget's own words, ages and numbers: auto is each visitor's.", 'auto'],
  order: ['In which order visitors get notifications.', 'newest'],
  loop: ['Whether the last one is followed by the first.', false],
  perPage: ['How many at most on one page; 0 is no limit.', 0],
  perVisit: ['How many at most in one visit; 0 is no limit.', 0],

  // Rules
  rules: ['Who sees it, where and when. In a notification: its own, beside those of the widget.'],
  match: ['Whether all conditions must hold, or any.', 'all'],
  conditions: [
    'What must hold. An empty list holds for everyone.',
    [{ type: 'page', operator: 'starts-with', value: ['/desks'] }],
  ],

  // Notifications
  'Notification.type': ['What it is about; decides its picture and its label.', 'purchase'],
  'Notification.name': ['What you call it; visitors never see it.', 'Desk order'],
  'Notification.title': ['A first line above the message.', 'Just sold'],
  'Notification.message': ['What visitors read. Plain text: tags are removed.', 'Ana from Lisbon bought the Oak Desk'],
  'Notification.image': ['URL of a picture, or a path on your site.', '/images/desk.webp'],
  'Notification.url': ['Where a click leads: a URL, or a path on your site.', '/desk'],
  'Notification.rating': ["A review's stars.", 5],
  'Notification.code': ['A discount code for visitors to copy.', 'WELCOME10'],
  'Notification.count': ['A number shown large: visitors now, items left, or a milestone.', 3],
  'Notification.status': ['Only active ones are shown. Active unless given.', 'active'],
  'Notification.timestamp': ['When it happened: visitors see how long ago. Now unless given.', '2026-03-10T12:00:00Z'],
  'Notification.startsAt': ['From when it is shown. At once unless given.', '2026-03-10T08:00:00Z'],
  'Notification.endsAt': ['Until when it is shown. Forever unless given.', '2026-03-17T08:00:00Z'],
  'Notification.isCustom': ['A mark of your own. False unless given.', false],
  'Notification.metadata': ['Anything your script wants to keep: JSON of at most 4,096 bytes.', { orderId: 'A-1042' }],
  'Notification.position': ['Its place in your order, ascending.', 0],
  'Notification.source': ['manual, template, api, or the id of an integration.', 'api'],
  'Notification.ids': ['Ids of notifications of this widget.', ['0198c0de-7f3a-7000-8000-000000000003']],
  'Notification.action': ['What to do with them: all of them, or none.', 'deactivate'],
  'Notification.deletedAt': ['When it was deleted.'],
  'Notification.restorableUntil': ['After this it can no longer be restored.'],
  customData: ["Values for the template's variables.", { name: 'Ana', product: 'the Oak Desk' }],

  // Templates
  'Template.name': ['What you call the template.', 'Order with city'],
  'Template.category': ['Where it stands in the gallery.', 'sales'],
  'Template.status': ['Inactive ones can be read and cloned, but not used. Active unless given.', 'active'],
  'Template.type': ['The type of its notifications.', 'purchase'],
  'Template.settings': [
    'What its notifications say. Message and title may have variables.',
    { message: '{{name|Someone}} from {{city|nearby}} bought {{product}}' },
  ],
  'Template.customization': ['The appearance of its notifications; leave it out for that of the widget.'],
  'Template.displayRules': ['The rules of its notifications; leave it out for none.'],
  'Template.search': ['Part of a name or a message.', 'order'],
  'Template.includeUsage': ['Whether to add `usageCount`.', true],
  'Template.usageCount': ['How many of your notifications were made from it.', 4],
  'Template.isBuiltIn': ['Comes with Proofbell: everyone can use and clone it.', false],

  // API keys
  'ApiKey.name': ['What the key is for.', 'Nightly import'],
  'ApiKey.scope': ['Whether it may only read, or also change things.', 'write'],
  'ApiKey.start': ["The key's first characters, to tell keys apart.", 'pb_Qm3x'],
  'ApiKey.lastUsedAt': ['When it was last used; null if never.'],
  'ApiKey.key': ['The key itself. This is the only time it is returned.', 'pb_…'],

  // The account
  'User._id': ["The user's id. Unlike sites, users have no second `id`.", '0198c0de-7f3a-7000-8000-000000000004'],
  'User.email': ['The email address you log in with.', 'you@shop.example'],
  'User.password': ['At least 6 characters.', 'correct horse'],
  'User.currentPassword': ['The password as it is.', 'correct horse'],
  'User.newPassword': ['At least 6 characters.', 'battery staple'],
  'User.displayName': ['Your name.', 'Olive Owner'],
  'User.photoURL': ['URL of a picture.', 'https://shop.example/olive.webp'],
  'User.companyName': ['Your company.', 'Oak & Iron Ltd'],
  'User.firebaseUid': ['An id from another system. It is kept as sent, and never trusted.', 'abc123'],
  'User.integrations': ['A list of names or small objects, kept for your scripts.', ['Shopify']],
  'User.code': ['The code of the emailed link, or the emailed digits.', '12345678'],
  'User.token': ['The part after `#reset=` in the emailed link, or the token of single sign-on.', '…'],
  'User.switchUser': ['That the user agreed to switch accounts.', true],
  'User.revokeApiKeys': ['Whether API keys are revoked, too. True unless given.', true],
  'User.emailVerified': ['Whether the address was confirmed.', true],
  'User.subscription': ['The plan: `max_sites` is how many sites it allows.'],
  // Registration
  'Plan.id': ['free, starter, growth or agency.', 'growth'],
  'Plan.name': ['What the plan is called.', 'Growth'],
  'Plan.max_sites': ['How many sites it allows.', 10],
  'Plan.price': ['Whole US dollars, for a month and for a year.'],
  'Plan.savingPercent': ['What paying by the year saves: percent of twelve monthly prices, rounded.', 17],
  'Plan.features': ['What is in it, for people.'],
  stripePriceIds: ["The payment provider's ids of the prices."],

  accessToken: ['Sent as `Authorization: Bearer`, it stands for this login.'],
  expiresAt: ['Until when it is valid.'],
};

/** @param noun the named schema, or that of the body's section. @returns what is said about one of its fields. */
export const noteOf = (noun: string, field: string): Note | undefined =>
  FIELD_NOTES[`${noun}.${field}`] ?? FIELD_NOTES[field];
