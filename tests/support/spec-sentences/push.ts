// The push page, a demonstration without calls: sections 2, 3 and 5 of the specification.
import { by, row } from './sentence.ts';

const push = by('tests/e2e/push.spec.ts');
const STATS = push('the push page shows its fixed numbers and says that it is a demonstration');
const NEEDS = push('a push notification needs a title and a message, and nothing else');
const DRAFT = push('the send form offers schedule, audience and an image, and keeps a draft');
const DEFAULTS = push('the opt-in prompt has its defaults, and each sub-tab an address');
const SAVES = push('the opt-in prompt needs its texts and a delay of at least 0, then saves in a second');
const NO_CALLS = push('the push page makes no request at all');

export const PUSH = [
  row('2.push', 'Push page (/{siteSlug}/push), three tabs', STATS, NO_CALLS),
  row(
    '2.push',
    'Stats: Total Subscribers, Delivery Rate, Open Rate and a Mon–Sun weekly bar chart. Values are fixed demo numbers: 124 subscribers, 97% delivery, 42% open, weekly 10, 25, 15, 30, 22, 18, 35, chart scale 40.',
    STATS,
  ),
  row(
    '2.push',
    "Send: title, message, optional URL, schedule (now or later), audience (all, active within 30 days, inactive), an include-image toggle with an image URL, 'Save as Draft' and 'Send Notification'.",
    DRAFT,
    NEEDS,
  ),
  row('2.push', "Sending is simulated with a 1.5s delay and the toast 'Notification sent'.", NEEDS, NO_CALLS),
  row('2.push', 'Opt-In Prompt, with sub-tabs Content, Behavior, Appearance.', DEFAULTS),
  row('2.push', "Saving is simulated with a 1s delay and the toast 'Settings saved'.", SAVES, NO_CALLS),
  row('2.push', "Preview shows the toast 'Preview feature coming soon.'", DEFAULTS),
  row(
    '3.push',
    'Push notification draft (client only): title, message, url, schedule (now|later), audience (all|active|inactive), includeImage, imageUrl.',
    DRAFT,
  ),
  row(
    '3.push',
    "Opt-in prompt settings (client only): enabled, title (default 'Stay Updated'), message (default 'Get instant notifications about new activity and updates on our site.'), acceptButtonText (default 'Allow'), declineButtonText (default 'Maybe Later'), delay (seconds, default 0), triggerAction (immediately|scroll|exit|click), showLogo, customCSS.",
    DEFAULTS,
  ),
  row('5.push', 'Push send form: title and message required; URL and image URL unchecked.', NEEDS),
  row('5.push', 'Opt-in form: title, message, accept text, decline text required; delay a number, minimum 0.', SAVES),
];
