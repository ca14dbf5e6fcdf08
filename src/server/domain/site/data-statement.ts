// What a site keeps of visitors and customers, where, for how long and why: worked out from its settings, its sources and
// this installation, so that it can't say what isn't so. Its text for a privacy policy: shared/statement-text.ts.

import type { DataStatement } from '#shared/contract/data-statement.ts';
import type { Behavior, DismissPeriod } from '#shared/embed/payload.ts';
import type { ConditionType, Rules } from '#shared/embed/rule-types.ts';
import { HOSTS_PER_SITE } from '#shared/limits.ts';
import { textOf } from '#shared/statement-text.ts';
import { storageKey, storedByWidget } from '#shared/visitor-data.ts';
import { listEpochs } from '../../db/epochs.ts';
import { listNotifications } from '../../db/notifications.ts';
import type { Db } from '../../db/open.ts';
import { domainsOf } from '../../db/sites.ts';
import { listSources, type StoredSource } from '../../db/sources.ts';
import { findTemplate, type StoredTemplate } from '../../db/templates.ts';
import type { Deps } from '../../deps.ts';
import { ownSite, ownWidgetOfSite, type VerifiedActor } from '../access.ts';
import { rulesOf, withDefaults } from '../settings.ts';
import { type Kept, keptOfCustomers, keptOfMeasuring, list } from './kept-of-customers.ts';
import { fieldsOf, isInUse, othersOf, picturesOf, requestsOf } from './visitor-requests.ts';

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
    ...(Object.keys(fields.epoch).length > 0
      ? [
          {
            key: storageKey(siteId, 'epoch'),
            fields: fieldsOf(fields.epoch),
            what: 'which of two groups this browser drew, one that sees notifications or one that sees none, since which day, and which goals it reached; after an objection only that',
            why: 'so that both groups can be compared, to measure what notifications change',
            howLong:
              "until nothing is measured any more, the site's data is cleared in the browser, or consent is withdrawn",
          },
        ]
      : []),
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
      inShort: 'network addresses, hashed',
      why: 'to keep floods out of the counts',
    },
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
  const isMeasured = (await listEpochs(db, site.id, 1)).length > 0;
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
    storage: storageOf(site.id, behavior, all, storedByWidget(hasConditions, hasMarks, isMeasured)),
    requests: requestsOf(site.id, config.publicUrl, pictures, hasConditions, hasMarks, isMeasured),
    others: othersOf(pictures, domains, hostname),
    kept: [...keptOfVisitors(where), ...keptOfCustomers(where, sources), ...(isMeasured ? keptOfMeasuring(where) : [])],
  };
  return { ...statement, text: { plain: textOf(statement, 'plain'), markdown: textOf(statement, 'markdown') } };
}
