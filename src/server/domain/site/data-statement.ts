// What a site keeps of visitors and customers, where, for how long and why: worked out from its settings, its sources and
// this installation, so that it can't say what isn't so. Its text for a privacy policy: shared/statement-text.ts.

import type { DataStatement } from '#shared/contract/data-statement.ts';
import type { SourcePrivacy } from '#shared/contract/source.ts';
import type { Behavior, DismissPeriod } from '#shared/embed/payload.ts';
import type { ConditionType, Rules } from '#shared/embed/rule-types.ts';
import {
  CAPTURE_LIFE,
  DELIVERY_LIFE,
  EVENT_RETENTION_DAYS_MAX,
  HOSTS_PER_SITE,
  IMPORT_REFUSALS_MAX,
} from '#shared/limits.ts';
import { isHookKind, SOURCE_KIND_FACTS } from '#shared/source-kinds.ts';
import { textOf } from '#shared/statement-text.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import { storageKey, storedByWidget } from '#shared/visitor-data.ts';
import type { StoredEvent } from '../../db/events.ts';
import { listNotifications } from '../../db/notifications.ts';
import type { Db } from '../../db/open.ts';
import { domainsOf } from '../../db/sites.ts';
import { listSources, type StoredSource } from '../../db/sources.ts';
import { findTemplate, type StoredTemplate } from '../../db/templates.ts';
import type { Deps } from '../../deps.ts';
import { ownSite, ownWidgetOfSite, type VerifiedActor } from '../access.ts';
import { privacyOf } from '../events/projection.ts';
import { rulesOf, withDefaults } from '../settings.ts';
import { fieldsOf, isInUse, othersOf, picturesOf, requestsOf } from './visitor-requests.ts';

type Kept = DataStatement['kept'];

/** What is kept of an event besides what only we need. A new column has to be named here or there. */
type OursAlone =
  | 'id'
  | 'siteId'
  | 'sourceId'
  | 'importId'
  | 'kind'
  | 'isSigned'
  | 'isRead'
  | 'isByStaff'
  | 'hiddenAt'
  | 'retractedAt'
  | 'retractedBecause'
  | 'retractedBy';
const EVENT_DATA: Record<Exclude<keyof StoredEvent, OursAlone>, string> = {
  firstName: 'first name',
  lastName: 'last name',
  city: 'city',
  region: 'region',
  country: 'country',
  subjectName: 'product',
  subjectUrl: 'its link',
  subjectImage: 'its picture',
  quantity: 'quantity',
  amount: 'amount',
  currency: 'currency',
  rating: 'stars',
  text: 'text of a review',
  eventId: "the shop's own id for it",
  reference: 'order or payment number',
  orderNumber: 'the order number that its customer knows',
  paidAt: 'when the shop last told that it is paid',
  occurredAt: 'when it happened',
  receivedAt: 'when it was received',
  personHash: 'a keyed hash of the email address, never the address itself',
  customerHash: "a keyed hash of the customer's number at Stripe",
  referenceHash: 'a keyed hash of the order number',
  priceHash: 'a keyed hash of the amount once it is erased',
};

const PERIODS: Record<DismissPeriod, string> = {
  page: 'until the next page',
  '1h': 'for an hour',
  '24h': 'for 24 hours',
  '7d': 'for 7 days',
  '30d': 'for 30 days',
  forever: 'for good',
};

/** What rules are checked against that is remembered between pages. */
const REMEMBERED: Partial<Record<ConditionType, string>> = {
  visitor: 'new or returning visitors',
  visits: 'the number of the visit',
  pages: 'the number of pages in a visit',
  referrer: 'where a visit came from',
};

/** @returns what the rules ask of the visitor's browser to remember, each once. */
function rememberedFor(rules: readonly Rules[]): string[] {
  const conditions = rules.flatMap(({ conditions: all }) =>
    all.flatMap((one) => (one.type === 'group' ? one.conditions : [one])),
  );
  return [...new Set(conditions.flatMap(({ type }) => REMEMBERED[type] ?? []))];
}

const amount = (count: number) => new Intl.NumberFormat('en').format(count);
const list = (parts: readonly string[]) => new Intl.ListFormat('en').format(parts);

function storageOf(
  siteId: string,
  behavior: Behavior,
  rules: readonly Rules[],
  fields: ReturnType<typeof storedByWidget>,
): DataStatement['storage'] {
  const { interaction, queue } = behavior;
  const remembered = rememberedFor(rules);
  const uses = [
    interaction.allowClosing && `what was closed stays closed ${PERIODS[interaction.dismissPeriod]}`,
    queue.perVisit > 0 && `at most ${queue.perVisit} show in a visit`,
    remembered.length > 0 && `rules about ${list(remembered)} can be checked`,
  ].filter((use) => use !== false);
  return [
    {
      key: storageKey(siteId, 'visitor'),
      fields: fieldsOf(fields.visitor),
      what: 'what this browser has seen of the notifications',
      why: uses.length > 0 ? `so that ${list(uses)}` : 'so that none shows twice in a row',
      howLong: "until the site's data is cleared in the browser, or consent is withdrawn",
    },
    {
      key: storageKey(siteId, 'payload'),
      fields: fieldsOf(fields.payload),
      what: 'the last notifications, the same for everybody',
      why: "so that they show while the server can't be reached",
      howLong: 'until the next page replaces it; it is used for at most a day',
    },
  ];
}

function keptOfVisitors(where: string): Kept {
  const counts = 'to show the owner how the notifications perform';
  const all = { about: 'visitors' as const, holds: null, where, howLong: 'as long as the site' };
  return [
    {
      ...all,
      what: 'how often each notification was displayed, clicked and closed, by hour and by day, and which of them come from a signed delivery or from the shop itself',
      why: counts,
    },
    { ...all, what: 'the same for the site by kind of device and by page, by day', why: counts },
    { ...all, what: 'what the widget cost in bytes and time, as counts by size and day', why: 'to keep it fast' },
    {
      ...all,
      what: `on which hosts the snippet was seen, and when first and last: at most ${HOSTS_PER_SITE}`,
      why: 'to tell the owner whether it is installed',
    },
    {
      about: 'visitors',
      holds: null,
      where: 'memory of the server only',
      howLong: 'a day at most, under a hash with a random key',
      what: 'network addresses',
      why: 'to keep floods out of the counts',
    },
  ];
}

const NAMES: Record<SourcePrivacy['name'], string | null> = {
  first: 'the first name',
  initial: 'an initial',
  none: null,
};

/** @returns what visitors may read of an event, in words. */
function shownOf({ name, place, minPlaceCount, amount, time }: SourcePrivacy): string {
  const parts = [
    NAMES[name],
    place !== 'none' && `at most the ${place} (once ${minPlaceCount} events came from it in 30 days)`,
    'the product',
    amount && 'the amount',
    time === 'rounded' ? 'a rounded time' : 'the exact time',
  ].filter((part) => typeof part === 'string');
  return `to show visitors ${list(parts)}`;
}

/** Whether files are only a second way in which its events come. */
const hasOwnFiles = ({ kind }: StoredSource) => SOURCE_KIND_FACTS[kind].takesFiles && isHookKind(kind);

/** @returns what is kept of a source's events, in words. Only Stripe numbers its customers. */
function heldOf({ kind }: StoredSource): string {
  const { customerHash, ...data } = EVENT_DATA;
  return list(Object.values(kind === 'stripe' ? EVENT_DATA : data));
}

function keptOfCustomers(where: string, sources: readonly StoredSource[]): Kept {
  const used = sources.filter(isInUse);
  if (used.length === 0) return [];
  const all = { about: 'customers' as const, holds: null, where };
  return [
    ...used.map((source) => ({
      ...all,
      what: `events that ${source.name} reports${hasOwnFiles(source) ? ', or that come in a file of its orders' : ''}`,
      holds: `${heldOf(source)}, as far as it reports them`,
      howLong: `${source.retentionDays} days after they were received; what is personal is erased at once when one is retracted`,
      why: shownOf(privacyOf(source)),
    })),
    ...(used.some(({ kind }) => kind === 'webhook')
      ? [
          {
            ...all,
            what: `the last body that came to a webhook, whole and encrypted, while its fields are being mapped${used.some(({ isUnreadKept }) => isUnreadKept) ? ', and the last one that could not be read' : ''}`,
            howLong: `${CAPTURE_LIFE / MINUTE} minutes`,
            why: 'so that the owner can choose which of its fields are read',
          },
        ]
      : []),
    ...used
      .filter(({ kind }) => SOURCE_KIND_FACTS[kind].takesFiles)
      .map(({ name, retentionDays }) => ({
        ...all,
        what: `which files of events were imported to ${name}, if any: when, how many rows, and of the first ${amount(IMPORT_REFUSALS_MAX)} refused ones the line and what is wrong, with nothing personal. The file itself isn't kept`,
        howLong: `${retentionDays} days`,
        why: 'so that the owner can see what became of a file, and undo its import',
      })),
    {
      ...all,
      what: 'that an event, an order or a person was retracted, and which products and what price a refund named, as keyed hashes',
      howLong: `${EVENT_RETENTION_DAYS_MAX} days`,
      why: 'so that it never shows again',
    },
    ...(used.some(({ kind }) => isHookKind(kind))
      ? [
          {
            ...all,
            what: 'deliveries: when one came and what became of it, with nothing personal',
            howLong: `${DELIVERY_LIFE / DAY} days`,
            why: 'to tell the owner whether the source works',
          },
        ]
      : []),
  ];
}

/** @returns the templates that a site's sources use, each once. */
async function templatesOf(db: Db, ownerId: string, sources: readonly StoredSource[]): Promise<StoredTemplate[]> {
  const ids = new Set(sources.flatMap(({ templateId }) => templateId ?? []));
  const found = await Promise.all([...ids].map((id) => findTemplate(db, ownerId, id)));
  return found.filter((one) => one !== undefined);
}

/** @throws not-found */
export async function readDataStatement(deps: Deps, actor: VerifiedActor, id: string): Promise<DataStatement> {
  const { db, database, config } = deps;
  const site = await ownSite(db, actor, id);
  const widget = await ownWidgetOfSite(db, actor, id);
  const { behavior, rules } = withDefaults(widget.settings);
  const domains = domainsOf(site);
  const notifications = await listNotifications(db, widget);
  const sources = await listSources(db, site.id);
  const templates = await templatesOf(db, site.ownerId, sources);
  const pictures = picturesOf({ domains, notifications, sources, templates });
  const own = [...notifications.map((one) => one.rules), ...templates.map((one) => one.displayRules)];
  const all = [rules, ...own.flatMap((one) => (one ? [rulesOf(one)] : []))];
  const hasConditions = all.some(({ conditions }) => conditions.length > 0);
  const hasMarks = behavior.showSource && sources.some(isInUse);
  const { host, hostname } = new URL(config.publicUrl);
  const where = `the database of ${host}`;
  const statement: Omit<DataStatement, 'text'> = {
    site: { name: site.name, domains },
    server: {
      host,
      database: database.dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL',
      operator: config.operatorName ?? null,
      address: config.operatorAddress ?? null,
      email: config.contactEmail ?? null,
    },
    storage: storageOf(site.id, behavior, all, storedByWidget(hasConditions, hasMarks)),
    requests: requestsOf(site.id, config.publicUrl, pictures, hasConditions, hasMarks),
    others: othersOf(pictures, domains, hostname),
    kept: [...keptOfVisitors(where), ...keptOfCustomers(where, sources)],
  };
  return { ...statement, text: { plain: textOf(statement, 'plain'), markdown: textOf(statement, 'markdown') } };
}
