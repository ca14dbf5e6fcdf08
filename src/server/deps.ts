// Everything the server depends on, passed around as one value: its type, and how it is built from the environment.
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { WidgetBuild } from '#shared/contract/widget-build.ts';
import type { PriceIds } from '#shared/pricing.ts';
import { isRegistrable } from '#shared/registrable.ts';
import { bots } from './adapters/bots.ts';
import { makeIds, systemClock } from './adapters/clock-ids.ts';
import { makeCommonPasswords } from './adapters/common-passwords.ts';
import { csv } from './adapters/csv.ts';
import { makeImages } from './adapters/images.ts';
import { makeLimiter } from './adapters/limiter.ts';
import { makeSessions } from './adapters/lucia-sessions.ts';
import { makeMailWriter } from './adapters/mail-content.ts';
import { makeMailer, type RunningMailer } from './adapters/mailer.ts';
import { isOffensive } from './adapters/offensive-words.ts';
import { makePasswords } from './adapters/passwords.ts';
import { makeProofs } from './adapters/proofs.ts';
import { makeSandbox, type Sandbox } from './adapters/sandbox-stripe/sandbox.ts';
import { makeSealedTexts } from './adapters/sealed-texts.ts';
import { makeShops } from './adapters/shops/shops.ts';
import { makeSmtp } from './adapters/smtp.ts';
import { makeSso } from './adapters/sso.ts';
import { makeStripe } from './adapters/stripe/stripe.ts';
import { toPlain } from './adapters/texts.ts';
import { deriveKey, makeTokens } from './adapters/tokens.ts';
import { vendors } from './adapters/vendors/vendors.ts';
import { makeTallyWriter, type TallyWriter } from './db/counting/tally-writer.ts';
import { type DiskReserve, makeDiskReserve } from './db/disk-reserve.ts';
import { type GroupCommit, makeGroupCommit } from './db/group-commit.ts';
import { type HotReads, prepareHotReads } from './db/hot-reads.ts';
import { type Database, type Db, fileOf } from './db/open.ts';
import { makeReaders, type Readers } from './db/readers.ts';
import { queueReads } from './domain/billing/jobs.ts';
import type { Payments } from './domain/billing/payments.ts';
import { type Buying, startBuying } from './domain/billing/prices.ts';
import { composeEmail } from './domain/compose-email.ts';
import { guardAll } from './domain/effect/guard.ts';
import { queueChecks } from './domain/events/connection-jobs.ts';
import { type HookFailures, makeHookFailures } from './domain/events/hook-failures.ts';
import { makeProjector, type Projector, type RunningProjector } from './domain/events/projector.ts';
import { makeRemovals, type Removals, type RunningRemovals } from './domain/events/removal.ts';
import type { Shops } from './domain/events/shop.ts';
import { makeStorage, type Storage } from './domain/events/storage.ts';
import { type AtWork, everyMinute, makeAtWork } from './domain/every-minute.ts';
import { type Jobs, makeJobs, type RunningJobs } from './domain/jobs.ts';
import { limitMail } from './domain/mail-limits.ts';
import type * as ports from './domain/ports.ts';
import { sweepRegistrations } from './domain/registration/sweep.ts';
import { sweep } from './domain/sweep.ts';
import { queueWeeklyEmails } from './domain/weekly/schedule.ts';
import { type Embed, makeEmbed } from './embed/embed.ts';
import type { Env } from './env.ts';
import { memoize } from './http/memoize.ts';

export type Config = {
  /** Without a trailing slash. Every link, the snippet and the cookies' Secure flag are derived from it. */
  publicUrl: string;
  version: string;
  /** Undefined when the operator gave none. */
  operatorName: string | undefined;
  /** Where they can be reached by mail, as pages show it; undefined when they gave none. */
  operatorAddress: string | undefined;
  /** Gets what is written by the contact form, and is shown on public pages; undefined where there is no form. */
  contactEmail: string | undefined;
  /** Whether emails are sent over SMTP or saved as files. */
  mail: 'smtp' | 'outbox';
  /** The widget build that this process serves, and the folder of its files. */
  widget: WidgetBuild;
  widgetFolder: string;
  /** How many proxies in front are trusted to set X-Forwarded-For. */
  trustProxy: number;
  /** Interactions per minute for one site and address; 0 means no limit. */
  interactionRateLimit: number;
  /** How long changes of a site's events, and sightings of its pages, are gathered before they are written, in ms. */
  tick: number;
  /** Sites on the Free plan. */
  freeSites: number;
  /** The payment provider's. */
  priceIds: PriceIds;
  /** Whether shops on private networks are called, and may be connected to a server there: for development. */
  isPrivateAllowed: boolean;
  /** Whether its orders are made up. */
  isDemo?: boolean;
};

export type Deps = {
  config: Config;
  database: Database;
  db: Db;
  hotReads: HotReads;
  /** For what takes long to read. */
  readers: Readers;
  /** Stores all of a call's interactions, or none. */
  writeTallies: TallyWriter;
  clock: ports.Clock;
  ids: ports.Ids;
  passwords: ports.Passwords;
  /** Whether a password is one of the commonest, which are refused. */
  isCommonPassword(password: string): Promise<boolean>;
  /** Whether a hostname is one that somebody registers, or below one: shop.co.uk, but not co.uk. */
  isRegistrable(host: string): Promise<boolean>;
  sessions: ports.Sessions;
  tokens: ports.Tokens;
  sealedTexts: ports.SealedTexts;
  proofs: ports.Proofs;
  vendors: ports.Vendors;
  shops: Shops;
  csv: ports.Csv;
  images: ports.Images;
  /** For deliveries, which come by the hundred. */
  groupCommit: GroupCommit;
  /** Which deliveries could not be stored. */
  hookFailures: HookFailures;
  /** How much accounts store. */
  storage: Storage;
  /** Room for those who delete on a full disk. */
  reserve: DiskReserve;
  /** Keeps the notifications of events up to date. */
  projector: Projector;
  /** Deletes what is left of sources and sites that are gone. */
  removals: Removals;
  /** Null without SSO_SECRET. */
  sso: ports.Sso | null;
  /** Null when nothing can be bought here. */
  payments: Payments | null;
  /** The provider behind `payments` without Stripe; null with it. */
  sandbox: Sandbox | null;
  /** Whether plans can be bought, and by whom. */
  billing: Omit<Buying, 'check'>;
  jobs: Jobs;
  mailer: ports.Mailer;
  limiter: ports.Limiter;
  texts: ports.Texts;
  bots: ports.Bots;
  /** Delivery to visitors: payloads in memory, and interactions on their way into the database. */
  embed: Embed;
  embedChanges: ports.EmbedChanges;
  log: Logger;
};

/** Characters of style sheets that are kept as they were read: a thousand of the longest. */
const STYLE_SHEETS_MAX = 4_000_000;

/** Deps with background work running, and one function to stop it. */
export type RunningDeps = Deps & {
  mailer: RunningMailer;
  jobs: RunningJobs;
  projector: RunningProjector;
  removals: RunningRemovals;
  atWork: AtWork;
  /** Finishes what is under way, and closes the database. Call it after the last request. */
  stop(): Promise<void>;
};

/**
 * @param env parsed. @param secretKey at least 32 bytes, the same for all instances that share a database.
 * @param build the built widget. @param clock the system clock; tests pass their own.
 */
export function makeDeps(
  env: Env,
  secretKey: string,
  database: Database,
  log: Logger,
  build: Pick<Config, 'version' | 'widget' | 'widgetFolder' | 'isDemo'>,
  clock: ports.Clock = systemClock,
): RunningDeps {
  const config: Config = {
    publicUrl: env.PUBLIC_URL,
    operatorName: env.OPERATOR_NAME,
    operatorAddress: env.OPERATOR_ADDRESS,
    contactEmail: env.CONTACT_EMAIL,
    mail: env.SMTP_URL ? 'smtp' : 'outbox',
    ...build,
    trustProxy: env.TRUST_PROXY,
    interactionRateLimit: env.EVENT_RATE_LIMIT,
    tick: env.TICK_MS,
    freeSites: env.MAX_SITES,
    priceIds: env.priceIds,
    isPrivateAllowed: env.ALLOW_PRIVATE_SHOPS,
  };
  const { db } = database;
  const ids = makeIds(clock);
  const hotReads = prepareHotReads(database);
  const readers = makeReaders(database);
  const tokens = makeTokens(secretKey, clock);
  const writeTallies = makeTallyWriter(database);
  // Loaded on demand: css-tree slows every start, and few owners have a style sheet. Read once, however often it is sent.
  const readStyleSheet = memoize(
    async (css) => (await import('./adapters/style-sheets.ts')).readStyleSheet(css),
    STYLE_SHEETS_MAX,
  );
  const texts: ports.Texts = {
    toPlain,
    isOffensive,
    readStyleSheet: (css) => (css ? readStyleSheet(css) : Promise.resolve({ css, issue: null })),
  };
  const embed = makeEmbed({ bots, clock, config, database, hotReads, isRegistrable, log, texts, tokens, writeTallies });
  const hookFailures = makeHookFailures(clock);
  const limiter = makeLimiter(db, clock, env.AUTH_RATE_LIMIT);
  const writeMail = makeMailWriter({ operatorName: env.OPERATOR_NAME ?? 'Proofbell', publicUrl: env.PUBLIC_URL });
  const mailer = makeMailer(database, clock, ids, log, {
    ...(env.SMTP_URL && { smtp: makeSmtp(env.SMTP_URL) }),
    from: env.MAIL_FROM,
    outbox: join(env.DATA_DIR, 'outbox'),
    ...(env.AUTH_RATE_LIMIT && { limit: limitMail }),
    async write(mail) {
      const letter = await composeEmail({ config, db, ids, clock, readers, tokens }, mail);
      if (!letter) return null;
      const unsubscribe = 'unsubscribe' in letter ? letter.unsubscribe : undefined;
      const replyTo = letter.kind === 'contact-message' ? letter.email : undefined;
      return { ...writeMail(letter), link: letter.link, code: letter.code, unsubscribe, replyTo };
    },
  });
  const projector = makeProjector({ config, db, clock, ids, log, readers, texts, embedChanges: embed.cache, mailer });
  const reserve = makeDiskReserve(fileOf(database), clock.now);
  const removals = makeRemovals({ clock, database, db, log, projector, reserve });
  const { publicUrl } = config;
  const sandbox = env.STRIPE_SECRET_KEY ? null : makeSandbox({ db, clock, ids, log, secretKey, publicUrl });
  const payments = makeStripe({
    secretKey: sandbox?.apiKey ?? env.STRIPE_SECRET_KEY ?? '',
    webhookSecret: sandbox?.webhookSecret ?? env.STRIPE_WEBHOOK_SECRET ?? '',
    priceIds: env.priceIds,
    mode: sandbox ? 'test' : 'live',
    clock,
    ...(sandbox && { server: sandbox.server }),
  });
  const billing = startBuying({
    payments,
    config: { publicUrl, isSandboxAllowed: env.ALLOW_SANDBOX_PAYMENTS },
    clock,
    log,
  });
  const billingDeps = { database, db, clock, log, payments };
  const sealedTexts = makeSealedTexts(deriveKey(secretKey, 'sealed-texts'));
  const shops = makeShops(config.isPrivateAllowed, clock);
  const [storage, atWork] = [makeStorage({ clock, limiter }), makeAtWork()];
  const eventDeps = { config, ids, texts, tokens, projector, sealedTexts, shops, storage };
  const jobs = makeJobs({ ...billingDeps, ...eventDeps }, atWork);
  const stopMinutes = everyMinute(log, atWork, {
    sweep: (stopping) => sweep({ ...billingDeps, hookFailures, readers, reserve }, stopping),
    removals: removals.finish,
    events: projector.eachMinute,
    guard: (stopping) => guardAll({ db, clock, embedChanges: embed.cache, mailer }, stopping),
    'weekly-emails': (stopping) => queueWeeklyEmails({ db, clock, log, mailer }, stopping),
    registrations: (stopping) => sweepRegistrations({ ...billingDeps, mailer }, stopping),
    subscriptions: (stopping) => queueReads(billingDeps, stopping),
    shops: () => queueChecks({ clock, db }),
    prices: async () => billing.check(),
    'test-payments': async () => sandbox?.catchUp(),
  });
  return {
    config,
    database,
    db,
    hotReads,
    readers,
    writeTallies,
    clock,
    ids,
    passwords: makePasswords(),
    isCommonPassword: makeCommonPasswords(),
    isRegistrable,
    sessions: makeSessions(db, clock, ids),
    tokens,
    vendors,
    csv,
    images: makeImages(),
    groupCommit: makeGroupCommit(database),
    sealedTexts,
    shops,
    hookFailures,
    storage,
    reserve,
    proofs: makeProofs(deriveKey(secretKey, 'proof')),
    projector,
    removals,
    atWork,
    sso: env.SSO_SECRET ? makeSso(env.SSO_SECRET, env.PUBLIC_URL, clock, ids) : null,
    payments,
    sandbox,
    billing,
    jobs,
    mailer,
    limiter,
    texts,
    bots,
    embed,
    embedChanges: embed.cache,
    log,
    async stop() {
      await Promise.all([stopMinutes(), removals.stop().then(projector.stop), jobs.stop()]);
      await sandbox?.stop();
      await embed.stop();
      await mailer.stop();
      readers.stop();
      await database.close();
    },
  };
}
