// Saved reports of a site: a name, a range, and what the counts are narrowed to.
import type { CreateReportInput, Report, ReportDefinition, UpdateReportInput } from '#shared/contract/report.ts';
import type { SiteStats, StatsFile, StatsTable } from '#shared/contract/stats.ts';
import { REPORTS_PER_SITE } from '#shared/limits.ts';
import { isoNow } from '#shared/time.ts';
import {
  countReports,
  listReports as findReports,
  insertReport,
  deleteReport as removeReport,
  type StoredReport,
  updateReport as storeReport,
} from '../../db/reports.ts';
import { lockUser } from '../../db/users.ts';
import type { Deps } from '../../deps.ts';
import { ownReport, ownSite, reportNotFound, type VerifiedActor } from '../access.ts';
import { DomainError, refuseIfSiteGone } from '../errors.ts';
import { existing } from '../user.ts';
import { narrowedCsv } from './csv.ts';
import { readNarrowedStats } from './narrowed.ts';

const toReport = ({ siteId: _site, ...report }: StoredReport): Report => report;

/** @returns what is stored of a definition: 30d of everything unless given. */
const toStored = ({ range = '30d', from = undefined, to = undefined, filter = null }: ReportDefinition) => ({
  range,
  from: from ?? null,
  to: to ?? null,
  filter,
});

/** @returns the definition of a stored report. */
const toDefinition = ({ range, from, to, filter }: Report): ReportDefinition => ({
  range,
  ...(from !== null && to !== null && { from, to }),
  filter,
});

/** @returns the site's reports, oldest first. @throws not-found */
export const listReports = async (deps: Deps, actor: VerifiedActor, siteId: string): Promise<Report[]> =>
  (await findReports(deps.db, await ownSite(deps.db, actor, siteId))).map(toReport);

/** @throws not-found */
export const getReport = async (deps: Deps, actor: VerifiedActor, siteId: string, id: string): Promise<Report> =>
  toReport((await ownReport(deps.db, actor, siteId, id)).report);

/** @throws not-found; conflict when the site has too many */
export async function createReport(
  deps: Deps,
  actor: VerifiedActor,
  { siteId, name, ...definition }: CreateReportInput,
): Promise<Report> {
  const now = isoNow(deps.clock);
  return deps.db.transaction().execute(async (db) => {
    // Lock first, or calls at the same moment could all take the last place.
    existing(await lockUser(db, actor.userId));
    const site = await ownSite(db, actor, siteId);
    if ((await countReports(db, site)) >= REPORTS_PER_SITE) {
      throw new DomainError('conflict', `A site can have at most ${REPORTS_PER_SITE} reports. Delete one first`);
    }
    const report = {
      id: deps.ids.next(),
      siteId: site.id,
      name,
      ...toStored(definition),
      createdAt: now,
      updatedAt: now,
    };
    await insertReport(db, report).catch(refuseIfSiteGone);
    return toReport(report);
  });
}

/** Changes the name, or the whole definition, or both. @throws not-found */
export async function updateReport(
  deps: Deps,
  actor: VerifiedActor,
  { siteId, reportId, name, ...definition }: UpdateReportInput,
): Promise<Report> {
  const { report } = await ownReport(deps.db, actor, siteId, reportId);
  const changed = await storeReport(deps.db, report, {
    ...(name !== undefined && { name }),
    ...(definition.range !== undefined && toStored(definition)),
    updatedAt: isoNow(deps.clock),
  });
  if (!changed) throw reportNotFound();
  return toReport(changed);
}

/** @throws not-found */
export async function deleteReport(deps: Deps, actor: VerifiedActor, siteId: string, id: string): Promise<void> {
  await removeReport(deps.db, (await ownReport(deps.db, actor, siteId, id)).report);
}

/**
 * @returns what a definition shows now, saved or not. What counts can't be told for (pages, in a report on devices) is
 * left empty. @throws not-found
 */
export const previewReport = (
  deps: Deps,
  actor: VerifiedActor,
  { siteId, ...definition }: ReportDefinition & { siteId: string },
): Promise<SiteStats> =>
  deps.readers.read(actor.userId, async (db) =>
    readNarrowedStats(db, await ownSite(db, actor, siteId), definition, deps.clock.now()),
  );

/** @returns what a saved report shows now. @throws not-found */
export async function reportStats(deps: Deps, actor: VerifiedActor, siteId: string, id: string): Promise<SiteStats> {
  return previewReport(deps, actor, { siteId, ...toDefinition(await getReport(deps, actor, siteId, id)) });
}

/** @returns one of its tables. @throws not-found; validation naming `by` when it has no such table */
export async function previewReportCsv(
  deps: Deps,
  actor: VerifiedActor,
  { by, ...input }: ReportDefinition & { siteId: string; by: StatsTable },
): Promise<StatsFile> {
  const { slug } = await ownSite(deps.db, actor, input.siteId);
  return narrowedCsv(slug, by, input.filter ?? null, await previewReport(deps, actor, input));
}

/** The same of a saved report. */
export async function reportCsv(
  deps: Deps,
  actor: VerifiedActor,
  { siteId, reportId, by }: { siteId: string; reportId: string; by: StatsTable },
): Promise<StatsFile> {
  const report = await getReport(deps, actor, siteId, reportId);
  return previewReportCsv(deps, actor, { siteId, by, ...toDefinition(report) });
}
