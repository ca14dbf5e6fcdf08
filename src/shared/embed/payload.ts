// What a visitor's browser receives and sends. These shapes live on customers' pages for years: fields are added, never
// renamed or removed, and `v` changes only with a new address. Imports nothing but the types of rules.
import type { CompiledRules } from './rule-types.ts';

/** The full form: what scripts from before the compact form get, and whoever asks without `?v=2`. Answered for good. */
export const PAYLOAD_VERSION = 1;
/** The compact form (docs/decisions/005-what-a-payload-carries.md): the widget asks for it by `?v=2`. */
export const COMPACT_VERSION = 2;

type BrandColors = {
  primaryColor: string;
  secondaryColor: string;
  textColor: string;
  backgroundColor: string;
  linkColor: string;
  borderColor: string;
};

export const FONT_WEIGHTS = ['Light (300)', 'Regular (400)', 'Medium (500)', 'Semi-Bold (600)', 'Bold (700)'] as const;
export const HEADING_STYLES = ['Normal', 'Bold', 'Italic', 'Uppercase'] as const;
export const ANIMATION_TYPES = ['None', 'Fade In', 'Slide In', 'Zoom In', 'Bounce', 'Flip'] as const;
export const HOVER_EFFECTS = ['None', 'Lift', 'Grow', 'Glow'] as const;
export const POSITIONS = [
  'top-left',
  'top-center',
  'top-right',
  'bottom-left',
  'bottom-center',
  'bottom-right',
] as const;
export const MOBILE_POSITIONS = ['top', 'bottom'] as const;
export const DISMISS_PERIODS = ['page', '1h', '24h', '7d', '30d', 'forever'] as const;
export const CLICK_BEHAVIORS = ['url', 'dismiss', 'none'] as const;
/** Languages of the widget's own words (widget-words.ts); 'auto' is each visitor's. */
export const LANGUAGES = [
  'auto',
  'en',
  'cs',
  'da',
  'de',
  'es',
  'fi',
  'fr',
  'it',
  'ja',
  'nb',
  'nl',
  'pl',
  'pt',
  'sv',
  'tr',
  'uk',
] as const;
export const QUEUE_ORDERS = ['newest', 'oldest', 'custom', 'random'] as const;
export const NOTIFICATION_TYPES = [
  'purchase',
  'signup',
  'review',
  'visitors',
  'low-stock',
  'announcement',
  'discount',
  'milestone',
  'custom',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];
export type Language = (typeof LANGUAGES)[number];
/** Close; copy, with * for the code; copied. */
export type Words = readonly [close: string, copy?: string, copied?: string];
export type DismissPeriod = (typeof DISMISS_PERIODS)[number];

export type Appearance = {
  brandColors: BrandColors;
  typography: {
    fontFamily: string;
    /** e.g. '14px' */
    fontSize: string;
    fontWeight: (typeof FONT_WEIGHTS)[number];
    headingStyle: (typeof HEADING_STYLES)[number];
  };
  animations: {
    animationType: (typeof ANIMATION_TYPES)[number];
    /** e.g. '300ms' */
    speed: string;
    enabled: boolean;
    hoverEffect: (typeof HOVER_EFFECTS)[number];
  };
  /** Pixels; `padding` e.g. '16px'. */
  layout: {
    borderRadius: number;
    padding: string;
    boxShadow: boolean;
    shadowIntensity: number;
    borderThickness: number;
  };
  customCSS: string;
};

export type Behavior = {
  position: (typeof POSITIONS)[number];
  mobilePosition: (typeof MOBILE_POSITIONS)[number];
  /** Seconds. */
  timing: { initialDelay: number; displayDuration: number; timeBetween: number; randomizeTiming: boolean };
  interaction: {
    entireNotificationClickable: boolean;
    openInNewTab: boolean;
    allowClosing: boolean;
    dismissPeriod: DismissPeriod;
    clickBehavior: (typeof CLICK_BEHAVIORS)[number];
  };
  visibility: { showOnDesktop: boolean; showOnMobile: boolean; zIndex: number };
  /** Of the widget's own words and of ages and numbers. */
  language: Language;
  /** Whether notifications of events say where they come from. */
  showSource: boolean;
  /** perPage and perVisit: 0 means no cap. */
  queue: { order: (typeof QUEUE_ORDERS)[number]; loop: boolean; perPage: number; perVisit: number };
};

/** Rules of a widget or a notification: who sees it, where and when. Without conditions they always hold. */
export type { Rules } from './rule-types.ts';

/** A value in which any key may be missing at any depth; arrays are complete. */
export type DeepPartial<T> = T extends unknown[] ? T : T extends object ? { [K in keyof T]?: DeepPartial<T[K]> } : T;

/** A notification as the visitor's browser gets it. Unset fields are absent, never null. */
export type EmbedNotification = {
  id: string;
  type: NotificationType;
  message: string;
  title?: string;
  image?: string;
  url?: string;
  /** A review's stars, 1 to 5. */
  rating?: number;
  /** A discount code for the visitor to copy. */
  code?: string;
  /** The number in a notification: times shown, items left, a milestone reached. */
  count?: number;
  /** ISO 8601 UTC: when the event happened. Only where an age says something true. */
  timestamp?: string;
  /** Where the event was reported from, for visitors to read: '✓ Shopify' when the shop's system signed it. */
  from?: string;
  /** The page that shows what the server knows of it; with `from` alone. */
  proof?: string;
  /** ISO 8601 UTC; the widget shows the notification only between the two. */
  startsAt?: string;
  endsAt?: string;
  rules?: CompiledRules;
  /** Replaces the widget's style when the notification has its own appearance. */
  style?: string;
};

/** What a notification may carry besides its message; sent if set. */
export const CONTENT_FIELDS = ['title', 'image', 'url', 'rating', 'code', 'count'] as const;
export type ContentField = (typeof CONTENT_FIELDS)[number];
type Content = Pick<EmbedNotification, ContentField>;

/** @returns the fields of a notification that are set, in the payload's order. */
export const contentOf = (notification: { [Key in keyof Content]?: Content[Key] | null | undefined }): Content =>
  Object.fromEntries(CONTENT_FIELDS.map((key) => [key, notification[key]]).filter(([, value]) => value || value === 0));

/** The full form of the body of GET /api/embed/{siteId}. Notifications come in the owner's order. */
export type EmbedPayload = {
  v: typeof PAYLOAD_VERSION;
  revision: number;
  site: { id: string; timezone: string };
  widget: {
    appearance: Appearance;
    behavior: Behavior;
    rules: CompiledRules;
    style: string;
    /** By language; only what its notifications need. A fixed language has no others beside it. */
    words?: Record<string, Words> | undefined;
  };
  notifications: EmbedNotification[];
  /** Proves that the payload was fetched; sent back with every event. */
  token: string;
  /** Only for whoever has an inspection link with draft settings (POST /api/embed/{siteId}/draft). */
  isDraft?: true;
  /** Only of the example on the product's own home page: nothing is stored or reported. */
  isExample?: true;
};

/**
 * What the widget reads of the behavior, complete once it is read (read-payload.ts). What is optional is off without a
 * value.
 */
export type WidgetBehavior = Pick<Behavior, 'timing'> & {
  interaction: Pick<Behavior['interaction'], 'allowClosing' | 'dismissPeriod' | 'clickBehavior'> &
    Partial<Pick<Behavior['interaction'], 'openInNewTab'>>;
  visibility: Pick<Behavior['visibility'], 'showOnDesktop' | 'showOnMobile'>;
  queue: Partial<Behavior['queue']>;
  language?: Language;
};

/** In the compact form an order is what is meant without a type, and `proof` is derived. */
export type CompactNotification = Omit<EmbedNotification, 'type' | 'proof'> & Partial<Pick<EmbedNotification, 'type'>>;

/** A browser's group: 0 is held out and sees no notifications, 1 sees them. */
export type Arm = 0 | 1;

/** What is measured since when (docs/decisions/026-effect.md): the same for all browsers, which draw their arm themselves. */
export type EmbedEpoch = {
  /** Unique in the installation: 8 of a to z and 2 to 7. */
  id: string;
  /** Percent of the browsers that are held out. */
  share: number;
  /**
   * Goals that browsers report, by their keys: the pages that reach one, as rules, or 0 where an element of the page or its
   * code says so.
   */
  goals?: Record<string, CompiledRules | 0>;
};

/**
 * The compact form of the body of GET /api/embed/{siteId}: what the widget doesn't know by itself. The same names as in
 * the full form mean the same.
 */
export type CompactPayload = Pick<EmbedPayload, 'token' | 'isDraft' | 'isExample'> & {
  v: typeof COMPACT_VERSION;
  /** Only with conditions. */
  site?: Pick<EmbedPayload['site'], 'timezone'>;
  /** Where the proofs are, up to a notification's id; only if one says where it comes from. */
  proof?: string;
  widget: {
    /** What differs from WIDGET_BEHAVIOR (defaults.ts). */
    behavior?: DeepPartial<WidgetBehavior>;
    /** Only with conditions. */
    rules?: CompiledRules;
    /** What differs from widget/style.css. */
    style?: string;
    /** In the language that was asked for, or the fixed one; English is what the widget speaks by itself. */
    words?: Record<string, Words>;
  };
  notifications: CompactNotification[];
  /** Only while something is measured. */
  epoch?: EmbedEpoch;
};

/** A payload of either form as the widget works with it. */
export type LoadedPayload = Pick<CompactPayload, 'token' | 'site' | 'isDraft' | 'isExample'> & {
  epoch?: EmbedEpoch | undefined;
  widget: Omit<CompactPayload['widget'], 'behavior'> & { behavior: WidgetBehavior };
  notifications: EmbedNotification[];
};

export const INTERACTION_TYPES = ['display', 'click', 'dismiss'] as const;
export type InteractionType = (typeof INTERACTION_TYPES)[number];
export const DEVICES = ['desktop', 'tablet', 'mobile'] as const;
export type Device = (typeof DEVICES)[number];

/** An interaction with a notification. */
export type NotificationInteraction = {
  type: InteractionType;
  notificationId: string;
  /** Path of the page, without query or fragment. */
  page?: string;
  device?: Device;
};

/** What the widget cost one page load, reported by one load in a hundred, chosen at random. */
export type CostReport = {
  type: 'cost';
  /** Bytes over the network for script, payload and earlier events; 0 if everything came from the browser's cache. */
  bytes: number;
  /** Requests that went over the network. */
  requests: number;
  /** Milliseconds of the page's main thread. */
  time: number;
};

/** A browser took part in an epoch: at its first notification, or when its arm kept that back. Once an epoch. */
export type EnrolmentReport = { type: 'enrol'; epoch: string; arm: Arm };
/** A browser that takes part reached a goal, within seven days. Once an epoch. */
export type GoalReport = { type: 'goal'; epoch: string; arm: Arm; goal: string; value?: number };

export type Interaction = NotificationInteraction | CostReport | EnrolmentReport | GoalReport;

/** Body of POST /api/embed/{siteId}/events. */
export type InteractionBatch = { token: string; events: Interaction[] };
