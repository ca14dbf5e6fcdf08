// Every number of the specification's section 9, and the bounds the design adds. Times are in milliseconds unless the
// name says otherwise.

/** A client call is given up after this long. */
export const REQUEST_TIMEOUT = 10_000;
export const CSRF_TIMEOUT = 5_000;
export const HEALTH_TIMEOUT = 3_000;
/** A call refused for its CSRF token is tried once more after this pause. */
export const CSRF_RETRY_DELAY = 500;
/** At most this many token refreshes within TOKEN_REFRESH_WINDOW. */
export const TOKEN_REFRESH_LIMIT = 3;
export const TOKEN_REFRESH_WINDOW = 60_000;
/** An access token older than this is refreshed before use. */
export const TOKEN_MAX_AGE = 30 * 60_000;
/** Word that who is signed in may have changed elsewhere is acted on when it has been quiet for this long. */
export const AUTH_STATE_DEBOUNCE = 500;
/** More redirects to and from the login page than this, within REDIRECT_LOOP_WINDOW, are a loop. */
export const REDIRECT_LOOP_LIMIT = 3;
export const REDIRECT_LOOP_WINDOW = 2_000;
/** The route guard takes a redirect less than this long ago for a loop. */
export const REDIRECT_BOUNCE = 1_000;
/** A reload that was to mend the auth state counts as the last attempt for this long. */
export const RELOAD_FLAG_LIFE = 10_000;
export const SITE_FETCH_THROTTLE = 1_000;
export const SETTINGS_AUTOSAVE = 1_000;
export const QUERY_STALE = 5 * 60_000;
/** Below this many CSS pixels a screen counts as mobile. */
export const MOBILE_BREAKPOINT = 768;
/** The header turns translucent when the home page is scrolled further than this many pixels. */
export const HEADER_SCROLL = 10;
export const VERIFICATION_AUTO_CHECK = 1_000;
export const VERIFICATION_RETRIES = 3;
export const RESEND_COOLDOWN = 60_000;
export const TOAST_LIMIT = 1;
export const TOAST_REMOVE_DELAY = 1_000_000;
/** Sites of an account without a subscription. */
export const DEFAULT_SITE_LIMIT = 1;

/** An access token lives this long (design: Identity). */
export const ACCESS_TOKEN_LIFE = 60 * 60_000;
export const SESSION_DAYS = 30;
export const VERIFY_TOKEN_LIFE = 24 * 60 * 60_000;
export const RESET_TOKEN_LIFE = 60 * 60_000;
/** A single sign-on token may end this far ahead at most. */
export const SSO_TOKEN_LIFE = 5 * 60_000;
/** Keys an account may have at once. */
export const API_KEYS_MAX = 50;
/** Tools an account may list. */
export const INTEGRATIONS_MAX = 50;

export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;
export const EMAIL_MAX = 254;
export const NAME_MAX = 80;
export const SLUG_MAX = 60;
export const DOMAINS_MAX = 50;
export const TITLE_MAX = 120;
export const MESSAGE_MAX = 500;
export const URL_MAX = 2_048;
/** Longest discount code. */
export const CODE_MAX = 40;
/** Largest number a notice may tell of: what PostgreSQL's `integer` holds. */
export const COUNT_MAX = 2_147_483_647;
export const METADATA_MAX_BYTES = 4_096;
export const CUSTOM_CSS_MAX_BYTES = 4_096;
export const PAGE_SIZE_MAX = 100;
export const PAGE_SIZE = 50;
/** A widget keeps at most this many notices; more is a 409. */
export const NOTIFICATIONS_MAX = 1_000;

/** Calls that the app sends in one request; the server refuses more. */
export const CALLS_PER_REQUEST = 20;

/** Bodies under /api, in bytes. */
export const BODY_MAX_BYTES = 256 * 1024;

/** A payload carries at most this many notices, the first of the owner's order, so that it stays small for visitors. */
export const EMBED_NOTIFICATIONS_MAX = 100;
/** Notices that start within this long are in the payload already. */
export const EMBED_LOOKAHEAD = 15 * 60_000;
/** The embed token changes once a window, and is good for EMBED_TOKEN_LIFE: longer than any stale copy may be served. */
export const EMBED_TOKEN_WINDOW = 10 * 60_000;
export const EMBED_TOKEN_LIFE = 72 * 60 * 60_000;
export const EVENTS_MAX_PER_REQUEST = 50;
export const EVENTS_MAX_BYTES = 8 * 1024;

/** Paths that a site and day are counted apart; those after them are counted together as 'other' (design: Data). */
export const PAGES_PER_DAY = 200;
/** A page's path is kept to this many characters. */
export const PAGE_MAX = 200;
/** Days that a custom range of statistics may span. */
export const STATS_DAYS_MAX = 366;
/** An inspection link shows the owner's own page with its overlay for this long. */
export const INSPECTION_LIFE = 10 * 60_000;
