// Numbers that SECURITY.md and the integrators' guide state are those of the code: changing one changes the sentence.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { HTTP_BOUNDS } from '#server/http/listen.ts';
import { DEFAULT_PRIVACY, defaultRules } from '#shared/contract/source.ts';
import { COST_SAMPLING, GONE_DRAFT_LIFE, INSPECTION_LIFE } from '#shared/embed/protocol.ts';
import * as limits from '#shared/limits.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#shared/time.ts';
import { BUILT_IN_AGGREGATES } from '../migrations/built-in-aggregates.ts';
import { BUILT_IN_TEMPLATES } from '../migrations/built-in-templates.ts';

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const word = (count: number) => WORDS[count] ?? String(count);
const number = (count: number) => count.toLocaleString('en-US');
const hours = (ms: number) => (ms === HOUR ? 'one hour' : `${ms / HOUR} hours`);
const minutes = (ms: number) => word(ms / MINUTE);
const kib = (bytes: number) => `${bytes / 1024} KiB`;

const [shop, other] = [defaultRules('shopify'), defaultRules('webhook')];

const SAID: Record<string, string[]> = {
  'SECURITY.md': [
    `They have ${limits.PASSWORD_MIN} to ${limits.PASSWORD_MAX} characters`,
    `are ${limits.SESSION_DAYS} days sliding`,
    `Access tokens live ${limits.ACCESS_TOKEN_LIFE / MINUTE} minutes`,
    `a login within the last ${minutes(limits.CONFIRMATION_LIFE)} minutes`,
    `an ${limits.CONFIRM_CODE_DIGITS}-digit code by email, which works once within ${limits.CONFIRM_CODE_LIFE / MINUTE} minutes`,
    `${hours(limits.VERIFY_TOKEN_LIFE)} to verify an address, ${hours(limits.RESET_TOKEN_LIFE)} to choose a new password, ${hours(limits.VERIFY_TOKEN_LIFE)} to choose the first one`,
    `is known for ${limits.KNOWN_BROWSER_DAYS} days`,
    `that expire within ${minutes(limits.SSO_TOKEN_LIFE)} minutes`,
    `${limits.DISPLAYS_PER_MINUTE} displays count for an address and minute`,
    `from about ${limits.PAGES_PER_DAY / limits.PAGES_PER_ADDRESS} addresses for each of those visitors`,
    `at most ${limits.HOSTS_PER_SITE} hosts, ${limits.REFUSED_HOSTS_PER_SITE} refused ones and ${limits.OTHER_IDS_PER_SITE} unknown ids`,
    `its row is removed ${minutes(limits.NOTIFICATION_RESTORE_LIFE)} minutes later (sooner, at the next deletion, when ${number(limits.NOTIFICATIONS_MAX)} others`,
    `are signed for one site and ${minutes(INSPECTION_LIFE)} minutes`,
    `sees them for ${minutes(INSPECTION_LIFE)} minutes, nobody else ever`,
    `at most ${limits.DRAFTS_PER_SITE} are stored for a site`,
    `For ${GONE_DRAFT_LIFE === HOUR ? 'an hour' : hours(GONE_DRAFT_LIFE)} more such a link says`,
    `a head after ${HTTP_BOUNDS.head / SECOND} s, a body after ${HTTP_BOUNDS.pause / SECOND} s without a byte, and one of up to ${kib(HTTP_BOUNDS.smallBody)} after ${HTTP_BOUNDS.body / SECOND} s`,
    `a connection is kept for ${HTTP_BOUNDS.idle / SECOND} s`,
    `${limits.DISPLAYS_PER_MINUTE} displays and ${limits.DISPLAYS_PER_MINUTE} clicks a minute to a notification`,
    `it can store ${number(limits.STORED_PER_DAY)} records within 24 hours`,
    `Messages are kept for ${limits.CONTACT_MESSAGE_LIFE / DAY} days`,
    `600 interactions a minute to a site, or ${word(600 / COST_SAMPLING)} cost reports`,
  ],
  'docs/billing.md': [
    `given up after ${limits.PAYMENT_TIMEOUT / SECOND} s, ${(limits.REQUEST_TIMEOUT - limits.PAYMENT_TIMEOUT) / SECOND} s before the app stops waiting`,
  ],
  'docs/integrators.md': [
    `which is valid for ${limits.ACCESS_TOKEN_LIFE / MINUTE} minutes`,
    `again for ${hours(limits.VERIFY_TOKEN_LIFE)}`,
    `need a confirmation younger than ${minutes(limits.CONFIRMATION_LIFE)} minutes`,
    `(at most ${minutes(limits.SSO_TOKEN_LIFE)} minutes ahead)`,
    `\`ids\` (up to ${number(limits.NOTIFICATIONS_MAX)})`,
    `For ${minutes(limits.NOTIFICATION_RESTORE_LIFE)} minutes it can be restored`,
    `leaves the latest ${number(limits.NOTIFICATIONS_MAX)} of those deleted before it restorable`,
    `of the widget's ${number(limits.NOTIFICATIONS_MAX)}`,
    `${BUILT_IN_TEMPLATES.length + BUILT_IN_AGGREGATES.length} are built in, and an account can have ${limits.TEMPLATES_MAX} of its own`,
    `a widget has at most ${limits.AGGREGATES_MAX} of them`,
    `\`limit\` (${limits.PAGE_SIZE}, at most ${limits.TEMPLATE_PAGE_SIZE_MAX})`,
    `with at most ${limits.VARIABLE_MAX} characters each`,
    `\`events\`: 1 to ${limits.EVENTS_PER_REQUEST}`,
    `at most ${limits.EVENT_AHEAD_MAX / MINUTE} minutes ahead of the server's clock`,
    `(${shop.minAge} for shopify and woocommerce and ${other.minAge} for others; ${other.maxAge}, which is ${(other.maxAge * SECOND) / DAY} days)`,
    `the newest ${other.cap}, at most ${limits.EVENTS_SHOWN_MAX}`,
    `once ${DEFAULT_PRIVACY.minPlaceCount} events of the site came from it within ${limits.PLACE_WINDOW / DAY} days`,
    `(${limits.EVENT_RETENTION_DAYS}, at most ${limits.EVENT_RETENTION_DAYS_MAX}) is counted`,
    `A replaced one is accepted for ${limits.PREVIOUS_SECRET_LIFE === DAY ? 'another day' : '?'}`,
    `A site has at most ${limits.SOURCES_MAX} sources`,
    `too old, ${limits.HOOK_REFUSALS_MAX} times a minute`,
    `413: over ${limits.HOOK_BODY_MAX_BYTES / 2 ** 20} MiB`,
    `An account can store ${number(limits.STORED_PER_DAY)} records within 24 hours`,
    `it is kept for ${limits.DELIVERY_LIFE / DAY} days`,
    `for ${limits.CAPTURE_LIFE / MINUTE === 60 ? 'an hour' : '?'}, so that one can see what to map`,
    `larger than ${kib(limits.CAPTURE_MAX_BYTES)}`,
    `the last ${limits.FAILURES_UNTIL_OFF} deliveries or more`,
    `at most ${limits.STATS_DAYS_MAX} days`,
    `Up to ${limits.PAGES_PER_DAY} paths per site and day`,
    `measured on one load in ${COST_SAMPLING === 100 ? 'a hundred' : COST_SAMPLING}`,
    `a median is null below ${limits.COST_LOADS_FOR_MEDIAN} measured loads, the 95th percentile below ${limits.COST_LOADS_FOR_P95}`,
    `(at most ${limits.HOSTS_PER_SITE}), \`refused\` hosts that the site doesn't list (${limits.REFUSED_HOSTS_PER_SITE}), and \`otherIds\` (${limits.OTHER_IDS_PER_SITE})`,
    `\`not-seen\` (for ${hours(limits.UNSEEN_FOR)}`,
    `A site has at most ${limits.REPORTS_PER_SITE} reports`,
    `Request bodies can be up to ${kib(limits.BODY_MAX_BYTES)}, of calls that need no login up to ${number(limits.OPEN_BODY_MAX)} characters`,
    `Opened within ${minutes(INSPECTION_LIFE)} minutes`,
    `A site has at most ${limits.DRAFTS_PER_SITE} such links`,
    `at most ${limits.INTERACTIONS_MAX_PER_REQUEST} events and ${kib(limits.INTERACTIONS_MAX_BYTES)}`,
    `more than ${limits.DISPLAYS_PER_MINUTE} displays (or clicks, or dismissals) of one notification by one address in a minute`,
  ],
};

it.each(Object.entries(SAID))('%s', (file, sentences) => {
  const text = readFileSync(file, 'utf8');
  expect(sentences.filter((sentence) => !text.includes(sentence))).toEqual([]);
});
