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
const EVENT_DATA: Record<Exclude<keyof StoredEvent, OursAlone>, readonly [what: string, inShort: string]> = {
  firstName: ['first name', 'names'],
  lastName: ['last name', 'names'],
  city: ['city', 'place'],
  region: ['region', 'place'],
  country: ['country', 'place'],
  subjectName: ['product', 'product'],
  subjectUrl: ['its link', 'product'],
  subjectImage: ['its picture', 'product'],
  quantity: ['quantity', 'amount'],
  amount: ['amount', 'amount'],
  currency: ['currency', 'amount'],
  rating: ['stars', 'review'],
  text: ['text of a review', 'review'],
  eventId: ["the shop's own id for it", 'order numbers'],
  reference: ['order or payment number', 'order numbers'],
  orderNumber: ['the order number that its customer knows', 'order numbers'],
  paidAt: ['when the shop last told that it is paid', 'times'],
  occurredAt: ['when it happened', 'times'],
  receivedAt: ['when it was received', 'times'],
  personHash: ['a keyed hash of the email address, never the address itself', 'a keyed hash of the email address'],
  customerHash: ["a keyed hash of the customer's number at Stripe", "a keyed hash of the customer's number at Stripe"],
  referenceHash: ['a keyed hash of the order number', 'a keyed hash of the order number'],
  priceHash: ['a keyed hash of the amount once it is erased', 'a keyed hash of an erased amount'],
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
  const shown = 'displays, clicks and dismissals by hour, page and kind of device';
  const all = { about: 'visitors' as const, inShort: shown, holds: null, where, howLong: 'as long as the site' };
  return [
    {
      ...all,
      what: 'how often each notification was displayed, clicked and closed, by hour and by day, and which of them come from a signed delivery or from the shop itself',
      why: counts,
    },
    { ...all, what: 'the same for the site by kind of device and by page, by day', why: counts },
    {
      ...all,
      what: 'what the widget cost in bytes and time, as counts by size and day',
      inShort: 'what the widget cost',
      why: 'to keep it fast',
    },
    {
      ...all,
      what: `on which hosts the snippet was seen, and when first and last: at most ${HOSTS_PER_SITE}`,
      inShort: 'on which hosts the notifications run',
      why: 'to tell the owner whether it is installed',
    },
    {
      ...all,
      where: 'memory of the server only',
      howLong: 'a day at most, under a hash with a random key',
      what: 'network addresses',
      inShort: 'network addresses, hashed and in memory only, for a day at most',
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

/** @returns what is kept of the sources' events, whole and in short. Only Stripe numbers its customers. */
function heldOf(sources: readonly StoredSource[]): { holds: string; inShort: string } {
  const { customerHash, ...data } = EVENT_DATA;
  const all = Object.values(data);
  const byStripe = sources.filter(({ kind }) => kind === 'stripe').map(({ name }) => name);
  const onlyThere = byStripe.length > 0 ? [`of ${list(byStripe)} also ${customerHash[0]}`] : [];
  return {
    holds: `${list([...all.map(([what]) => what), ...onlyThere])}, as far as they report it`,
    inShort: list([...new Set(all.map(([, inShort]) => inShort)), ...onlyThere]),
  };
}

/** @returns the sources in groups that differ in nothing that `of` says, in order. */
function grouped(sources: readonly StoredSource[], of: (source: StoredSource) => string): StoredSource[][] {
  const groups = new Map<string, StoredSource[]>();
  for (const source of sources) groups.set(of(source), [...(groups.get(of(source)) ?? []), source]);
  return [...groups.values()];
}

const namesOf = (sources: readonly StoredSource[]) => list(sources.map(({ name }) => name));

/** @returns the events that sources with the same rules report, as one thing that is kept. */
function eventsOf(sources: readonly StoredSource[]): Pick<Kept[number], 'what' | 'holds' | 'inShort'> {
  const fromFiles = sources.filter(hasOwnFiles);
  const files = fromFiles.length > 0 ? `, or that come in a file of orders of ${namesOf(fromFiles)}` : '';
  const reports = sources.length > 1 ? 'report' : 'reports';
  return { what: `events that ${namesOf(sources)} ${reports}${files}`, ...heldOf(sources) };
}

function keptOfCustomers(where: string, sources: readonly StoredSource[]): Kept {
  const used = sources.filter(isInUse);
  if (used.length === 0) return [];
  const all = { about: 'customers' as const, holds: null, where };
  const days = ({ retentionDays }: StoredSource) => `${retentionDays} days`;
  const withFiles = used.filter(({ kind }) => SOURCE_KIND_FACTS[kind].takesFiles);
  return [
    ...grouped(used, (one) => days(one) + shownOf(privacyOf(one))).flatMap(([first, ...others]) =>
      first
        ? [
            {
              ...all,
              ...eventsOf([first, ...others]),
              howLong: `${days(first)} after they were received; what is personal is erased at once when one is retracted`,
              why: shownOf(privacyOf(first)),
            },
          ]
        : [],
    ),
    ...(used.some(({ kind }) => kind === 'webhook')
      ? [
          {
            ...all,
            what: `the last body that came to a webhook, whole and encrypted, while its fields are being mapped${used.some(({ isUnreadKept }) => isUnreadKept) ? ', and the last one that could not be read' : ''}`,
            inShort: 'an encrypted delivery while its fields are being mapped',
            howLong: `${CAPTURE_LIFE / MINUTE} minutes`,
            why: 'so that the owner can choose which of its fields are read',
          },
        ]
      : []),
    ...grouped(withFiles, days).flatMap((same) =>
      same.slice(0, 1).map((first) => ({
        ...all,
        what: `which files of events were imported to ${namesOf(same)}, if any: when, how many rows, and of the first ${amount(IMPORT_REFUSALS_MAX)} refused ones the line and what is wrong, with nothing personal. The file itself isn't kept`,
        inShort: `which files of events were imported to ${namesOf(same)}, with nothing personal`,
        howLong: days(first),
        why: 'so that the owner can see what became of a file, and undo its import',
      })),
    ),
    {
      ...all,
      what: 'that an event, an order or a person was retracted, and which products and what price a refund named, as keyed hashes',
      inShort: 'keyed hashes of what was retracted',
      howLong: `${EVENT_RETENTION_DAYS_MAX} days`,
      why: 'so that it never shows again',
    },
    ...(used.some(({ kind }) => isHookKind(kind))
      ? [
          {
            ...all,
            what: 'deliveries: when one came and what became of it, with nothing personal',
            inShort: 'when deliveries arrived, with nothing personal',
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
    sources: sources.filter(isInUse).map(({ name }) => name),
    storage: storageOf(site.id, behavior, all, storedByWidget(hasConditions, hasMarks)),
    requests: requestsOf(site.id, config.publicUrl, pictures, hasConditions, hasMarks),
    others: othersOf(pictures, domains, hostname),
    kept: [...keptOfVisitors(where), ...keptOfCustomers(where, sources)],
  };
  return { ...statement, text: { plain: textOf(statement, 'plain'), markdown: textOf(statement, 'markdown') } };
}
