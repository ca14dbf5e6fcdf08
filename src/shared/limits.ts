// The numbers from section 9 of the specification, and the limits added by the design. Times are in milliseconds unless
// the name says otherwise.
import { DAY, HOUR, MINUTE } from './time.ts';

/** Timeout of a client call. */
export const REQUEST_TIMEOUT = 10_000;
export const CSRF_TIMEOUT = 5_000;
export const HEALTH_TIMEOUT = 3_000;
/** Pause before the one retry of a call refused for its CSRF token. */
export const CSRF_RETRY_DELAY = 500;
/** At most this many token refreshes within TOKEN_REFRESH_WINDOW. */
export const TOKEN_REFRESH_LIMIT = 3;
export const TOKEN_REFRESH_WINDOW = MINUTE;
/** An access token older than this is refreshed before use. */
export const TOKEN_MAX_AGE = 30 * MINUTE;
/** Debounce for outside signals that the logged-in user may have changed. */
export const AUTH_STATE_DEBOUNCE = 500;
/** More redirects to and from the login page than this within REDIRECT_LOOP_WINDOW are a loop. */
export const REDIRECT_LOOP_LIMIT = 3;
export const REDIRECT_LOOP_WINDOW = 2_000;
/** The route guard treats a redirect less than this long ago as a loop. */
export const REDIRECT_BOUNCE = 1_000;
/** How long a reload meant to repair the auth state counts as the last attempt. */
export const RELOAD_FLAG_LIFE = 10_000;
export const SITE_FETCH_THROTTLE = 1_000;
export const QUERY_STALE = 5 * MINUTE;
/** How long a browser keeps the pricing. */
export const PRICING_CACHE_AGE = DAY;
/** The least time between two attempts of a browser to fetch it. */
export const PRICING_ATTEMPT_GAP = 10_000;
/** From the last change of a setting to its save. */
export const SETTINGS_AUTO_SAVE = 1_000;
/** Below this many CSS pixels a screen counts as mobile. */
export const MOBILE_BREAKPOINT = 768;
/** The header turns translucent once the home page is scrolled past this many pixels. */
export const HEADER_SCROLL = 10;
export const VERIFICATION_AUTO_CHECK = 1_000;
export const VERIFICATION_RETRIES = 3;
export const RESEND_COOLDOWN = MINUTE;
/** The push page's active subscribers were there within this many days. */
export const ACTIVE_AUDIENCE_DAYS = 30;
/** Seconds until the push page's opt-in prompt would show. */
export const OPT_IN_DELAY = 0;
/** How long the push page pretends to send, and to save. */
export const PUSH_SENDING = 1_500;
export const PUSH_SAVING = 1_000;
export const TOAST_LIMIT = 1;
export const TOAST_REMOVE_DELAY = 1_000_000;
/** Sites per account without a subscription. */
export const DEFAULT_SITE_LIMIT = 1;

/** Lifetime of an access token (design: Identity). */
export const ACCESS_TOKEN_LIFE = HOUR;
export const SESSION_DAYS = 30;
/** How long a browser stays known to an account. */
export const KNOWN_BROWSER_DAYS = 400;
/** How long a browser holds its registration. */
export const REGISTRATION_COOKIE_DAYS = 30;
export const VERIFY_TOKEN_LIFE = DAY;
export const RESET_TOKEN_LIFE = HOUR;
/** How long a confirmation lasts: a login, or the password or an emailed code entered again. */
export const CONFIRMATION_LIFE = 10 * MINUTE;
export const CONFIRM_CODE_LIFE = 15 * MINUTE;
export const CONFIRM_CODE_DIGITS = 8;
/** For a request to the payment provider: less than the client waits for ours, so that it gets a clear answer. */
export const PAYMENT_TIMEOUT = 8_000;
/** Looks at one checkout by whoever waits for its payment: every three seconds for an hour, and some more. */
export const READ_BACKS_PER_HOUR = 1_500;
/** Maximum lifetime of a single sign-on token. */
export const SSO_TOKEN_LIFE = 5 * MINUTE;
/** API keys per account. */
export const API_KEYS_MAX = 50;
/** Saved reports per site; one more is a 409. */
export const REPORTS_PER_SITE = 20;
/** Notifications or pages that one report can be about. */
export const REPORT_VALUES_MAX = 50;
/** Templates per account, not counting the built-in ones; one more is a 409. */
export const TEMPLATES_MAX = 200;
/** Notifications of a widget whose number is computed; one more is a 409. */
export const AGGREGATES_MAX = 20;
/** Integrations per account. */
export const INTEGRATIONS_MAX = 50;

export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;
export const EMAIL_MAX = 254;
export const NAME_MAX = 80;
/** The name of what an event is about, such as a product. */
export const SUBJECT_MAX = 200;
export const SLUG_MAX = 60;
export const DOMAINS_MAX = 50;
export const TITLE_MAX = 120;
export const MESSAGE_MAX = 500;
export const URL_MAX = 2_048;
/** Longest discount code. */
export const CODE_MAX = 40;
/** Longest text of the contact form. */
export const CONTACT_MESSAGE_MAX = 5_000;
/** Largest number in a notification: the maximum of PostgreSQL's `integer`. */
export const COUNT_MAX = 2_147_483_647;
/** The most that an order or a goal may be worth, in whatever currency. */
export const VALUE_MAX = 1e12;
export const METADATA_MAX_BYTES = 4_096;
export const CUSTOM_CSS_MAX_BYTES = 4_096;
export const PAGE_SIZE_MAX = 100;
export const PAGE_SIZE = 50;
export const TEMPLATE_PAGE_SIZE_MAX = 200;
/** Longest value of a template's variable. */
export const VARIABLE_MAX = 120;
/** Inspection links with draft settings per site; the oldest give way to new ones. */
export const DRAFTS_PER_SITE = 20;
/** Notifications per widget; one more is a 409. */
export const NOTIFICATIONS_MAX = 1_000;
/** Conditions of rules, where a group counts as one. */
export const CONDITIONS_MAX = 50;
/** Conditions of a group. */
export const GROUP_CONDITIONS_MAX = 20;
/** Values of a condition. */
export const CONDITION_VALUES_MAX = 50;
/** Characters of the conditions as JSON, which every visitor downloads. */
export const RULES_LENGTH_MAX = 8_192;
/** How long a deleted notification can be restored. */
export const NOTIFICATION_RESTORE_LIFE = 10 * MINUTE;

/** How long what was written by the contact form is kept. */
export const CONTACT_MESSAGE_LIFE = 90 * DAY;

/**
 * Records (events, rows of files, deliveries) that an account may store in 24 hours; above 1 KiB each further KiB counts as
 * one. More is a 429. The busiest shops have some thousand orders an hour.
 */
export const STORED_PER_DAY = 1_000_000;
/** The same for what erases: retractions, and deliveries that retract. */
export const ERASED_PER_DAY = 1_000_000;

/** An uploaded image; larger ones are a 413. */
export const IMAGE_MAX_BYTES = 512 * 1024;
/** The body of such a request. */
export const IMAGE_BODY_MAX_BYTES = 1024 * 1024;
/** Pixels of an uploaded image: on one side, and all together. A few hundred kilobytes may hold gigabytes of one color. */
export const IMAGE_SIDE_MAX = 8_192;
export const IMAGE_PIXELS_MAX = 4_096 * 4_096;
/** Pixels of the longer side of what is kept of it. Visitors see 44. */
export const IMAGE_KEPT_SIDE = 256;
/** Images per account; one more is a 409. */
export const IMAGES_MAX = 500;
/** Uploads of an account within an hour; one more is a 429. */
export const IMAGES_PER_HOUR = 300;
/** How long an image is kept that no notification and no template uses. */
export const UNUSED_IMAGE_LIFE = DAY;

/** Sources per site; one more is a 409. */
export const SOURCES_MAX = 20;
/** Days that an owner may keep events at most, and keeps them unless they say otherwise. */
export const EVENT_RETENTION_DAYS_MAX = 400;
export const EVENT_RETENTION_DAYS = 30;
/** Events of one source that show at the same time, at most. */
export const EVENTS_SHOWN_MAX = 100;
export const EVENTS_PER_REQUEST = 100;
/** A delivery to a source's address; larger ones are a 413. */
export const HOOK_BODY_MAX_BYTES = 2 * 1024 * 1024;
/** A CSV file of events; larger ones are a 413. */
export const IMPORT_MAX_BYTES = 64 * 1024 * 1024;
/** Refused rows of a file that are reported one by one; the others are only counted. */
export const IMPORT_REFUSALS_MAX = 1_000;
/** Wrongly signed deliveries a minute and source; one more is a 429. */
export const HOOK_REFUSALS_MAX = 60;
/** Numbers that are computed on request, a minute and site; one more is a 429. */
export const AGGREGATE_READS_MAX = 60;
/** How long the last body of a source is kept at most while its fields are being mapped. */
export const CAPTURE_LIFE = HOUR;
/** A larger body is not kept to map its fields. */
export const CAPTURE_MAX_BYTES = 64 * 1024;
/** So many failures in a row, and WooCommerce has probably switched its webhook off: it does after more than five. */
export const FAILURES_UNTIL_OFF = 5;
/** How long the owner has to agree in their shop that we may read and be told of its orders. */
export const CONSENT_LIFE = 10 * MINUTE;
/** Past purchases that are read from a shop once it is connected: of so long, and so many at most. */
export const PAST_ORDERS_LIFE = 30 * DAY;
export const PAST_ORDERS_MAX = 250;
/** Orders that are looked through for them: most of a shop's may be unpaid. */
export const ORDERS_LOOKED_THROUGH = 1_000;
/** How long a shop that doesn't answer is tried: to read its orders, and to remove what was made there. */
export const SHOP_PATIENCE = 3 * DAY;
/** How often it is looked whether a shop still delivers. */
export const SHOP_CHECK = DAY;
/** How long it is kept what came to a source's address. */
export const DELIVERY_LIFE = 30 * DAY;
/** How far ahead of our clock an event may have happened. */
export const EVENT_AHEAD_MAX = 5 * MINUTE;
/** How long a replaced secret is still accepted. */
export const PREVIOUS_SECRET_LIFE = DAY;
/** A place is named when enough events came from it within this time. */
export const PLACE_WINDOW = 30 * DAY;

/** Calls per batch request of the app; the server refuses more. */
export const CALLS_PER_REQUEST = 10;
/** Procedures whose lists may be megabytes: each is asked for by itself, never in a batch, and is sent in turns. */
export const LONG_LISTS: ReadonlySet<string> = new Set([
  'notifications.list',
  'notifications.deleted',
  'templates.list',
  'widgets.list',
  'auth.export',
  'auth.exportList',
]);

/** Largest request body under /api. */
export const BODY_MAX_BYTES = 256 * 1024;
/**
 * Characters of the body of a call that needs no login: enough for the longest message of the contact form in any script.
 */
export const OPEN_BODY_MAX = 16 * 1024;

/** The payload already contains notifications that start within this time. */
export const EMBED_LOOKAHEAD = 15 * MINUTE;
/**
 * The embed token changes once per window and is valid for EMBED_TOKEN_LIFE, longer than any stale copy may be served.
 */
export const EMBED_TOKEN_WINDOW = 10 * MINUTE;
export const EMBED_TOKEN_LIFE = 72 * HOUR;
export const INTERACTIONS_MAX_PER_REQUEST = 50;
export const INTERACTIONS_MAX_BYTES = 8 * 1024;
/**
 * Displays of one notification that count for one address (IPv6: one /64) in a minute; as many of its clicks and
 * dismissals.
 */
export const DISPLAYS_PER_MINUTE = 60;

/** Hosts that a site remembers to have been seen on. */
export const HOSTS_PER_SITE = 20;
/** Hosts that a site remembers to have refused. */
export const REFUSED_HOSTS_PER_SITE = 10;
/** Unknown ids that a site remembers to have been asked for by its domains. */
export const OTHER_IDS_PER_SITE = 5;
/**
 * Hosts of a site and day to whose reach one address adds. More than one person's own pages; few, because one address
 * can make up that many.
 */
export const HOSTS_PER_ADDRESS = 5;
/** A site that had the snippet and was not seen for this long, in ms, has perhaps lost it. */
export const UNSEEN_FOR = 24 * 60 * 60_000;
/** How often the app asks whether an unfinished set-up has moved on. */
export const SETUP_POLL = 4_000;

/** How long an epoch that ended goes on counting browsers that took part in it: as long as a goal counts for one. */
export const EPOCH_GRACE = 7 * DAY;
/** Goals of a site: each is read by browsers, or looked at with each order. */
export const GOALS_MAX = 10;
/** Longest name by which a page's own code or element reports a goal. */
export const GOAL_KEY_MAX = 40;

/** Paths counted individually per site and day; any others that day are counted together as 'other' (design: Data). */
export const PAGES_PER_DAY = 200;
/**
 * Pages of a site and day to whose reach one address adds. More than most visitors look at in a day; few, because this
 * many rows of a day are what an address can claim for made-up paths.
 */
export const PAGES_PER_ADDRESS = 10;
/** Measured page loads that a median needs: of fewer, a single made-up report could be the median. */
export const COST_LOADS_FOR_MEDIAN = 3;
/** The same for a 95th percentile. */
export const COST_LOADS_FOR_P95 = 20;
/** Longest custom range of statistics, in days. */
export const STATS_DAYS_MAX = 366;

/** Smallest and largest values of settings (design: Data), and the unit that a stored text ends with. */
export const SETTING_RANGES = {
  fontSize: { min: 10, max: 24, unit: 'px' },
  speed: { min: 0, max: 2_000, unit: 'ms' },
  padding: { min: 4, max: 40, unit: 'px' },
  borderRadius: { min: 0, max: 32 },
  shadowIntensity: { min: 0, max: 5 },
  borderThickness: { min: 0, max: 8 },
  initialDelay: { min: 0, max: 600 },
  displayDuration: { min: 1, max: 120 },
  timeBetween: { min: 0, max: 3_600 },
  zIndex: { min: 1, max: 2_147_483_647 },
  perPage: { min: 0, max: 100 },
  perVisit: { min: 0, max: 100 },
} as const;
