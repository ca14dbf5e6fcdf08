// What `npm run test:changed` runs beside the short form: the long tests of what a change touches.
import { globSync, readFileSync } from 'node:fs';
import { basename, matchesGlob } from 'node:path';

/** What a change touches, and where the long tests of it are. */
type LongPart = { changes: string[]; tests: string[] };

/** Each file with long tests is in one part at least, and so is each source file; a test checks both. */
export const LONG_PARTS: LongPart[] = [
  // What runs on visitors' pages, and what they ask for.
  {
    changes: [
      'src/{widget,inspector,shared/embed,server/embed}/**',
      'src/shared/{color-text,contrast,notification-order,provenance,shorten}.ts',
      'src/server/domain/{site/*,stats/cost-buckets,stats/interaction-groups}.ts',
      'src/server/adapters/{bots,clock-ids,proofs,style-sheets}.ts',
      'src/server/db/{draft-settings,embed,hot-reads,sighting*,widget*}.ts',
      'src/server/db/counting/**',
    ],
    tests: [
      'tests/e2e/{widget,computed,counting,custom-css,proof,inspector,draft-settings,home-example}*.spec.ts',
      'src/{shared/embed,server/embed}/**/*.test.ts',
      'src/server/domain/{site/embed,stats/cost-buckets,stats/interaction-groups}.test.ts',
      'tests/attacks/{draft-settings,inflated-displays,made-up-*,proofs,style-sheets}.test.ts',
    ],
  },
  {
    changes: [
      'src/client/{settings,appearance,rules,preview,inspection}/**',
      'src/client/features/{widget,push}/**',
      'src/server/domain/{settings,site/widget}.ts',
    ],
    tests: [
      'tests/e2e/{settings,appearance,behavior,advanced,rules,own-rules,preview,inspector,draft,push}*.spec.ts',
      'src/client/{settings,rules,preview}/**/*.test.ts',
    ],
  },
  {
    changes: [
      'src/client/features/{notifications,templates}/**',
      'src/server/domain/notification/**',
      'src/shared/{aggregate-wording,image-messages,notification-order,template-text}.ts',
      'src/server/{adapters,http}/images.ts',
      'src/server/db/{images,notification,template}*.ts',
    ],
    tests: [
      'tests/e2e/{notification,template}*.spec.ts',
      'src/server/domain/notification/*.test.ts',
      'tests/bad-{notifications,templates}.test.ts',
      'tests/attacks/{deleted-notifications,template-values,uploaded-images}.test.ts',
    ],
  },
  // Where events come from.
  {
    changes: [
      'src/client/features/{events,sources}/**',
      'src/server/domain/{events/**,site/attention.ts,site/data-statement.ts}',
      'src/server/adapters/{shops/**,vendors/**,csv.ts,offensive-words.ts,sealed-texts.ts,signatures.ts,texts.ts}',
      'src/shared/{aggregate,csv,event}-*.ts',
      'src/shared/facts/**',
      'src/shared/{erased,json-pointer,json-size,lossless-json,order-address,order-number,provenance,registrable,shopify-app,source-kinds,statement-text,usable-event,visitor-data}.ts',
      'src/server/db/{aggregates,captures,deliveries,event*,holds,imports,removals,retractions,showable-events,sources}.ts',
      'src/server/http/{hooks,imports}.ts',
    ],
    tests: [
      'tests/e2e/{connect,csv-import,data-statement,event,source}*.spec.ts',
      'src/server/adapters/vendors/vendors.test.ts',
      'tests/{aggregates,data-statement,effect,event,holds,import-undo,late-owners,receipts,source}*.test.ts',
      'tests/attacks/{captured-bodies,csv-imports,dear-files,deleted-in-the-middle,hooks,replayed-topics}.test.ts',
    ],
  },
  {
    changes: [
      'src/client/features/{stats,reports}/**',
      'src/client/features/effect/**',
      'src/server/domain/{stats/**,effect/**,weekly/**,mail-words.ts}',
      'src/shared/{click-rate,time,zoned-time}.ts',
      'src/server/db/{epochs,experiment-counts,goals,reports,stats,weekly-emails}.ts',
    ],
    tests: [
      'tests/e2e/effect.spec.ts',
      'tests/effect-property.test.ts',
      'tests/e2e/{owner-stats,reports,weekly-email}*.spec.ts',
      'src/client/features/stats/range.test.ts',
      'src/server/domain/{stats,weekly}/*.test.ts',
      'tests/stats.test.ts',
      'tests/attacks/{unsubscribe,weekly-email*}.test.ts',
    ],
  },
  // Who somebody is, and what they pay.
  {
    changes: [
      'src/client/{api-keys,auth,sign-in}/**',
      'src/client/features/{account,auth}/**',
      'src/server/domain/{account/**,access,client,compose-email,mail-limits,mail-words,rate-limit,user}*',
      'src/server/adapters/{common-passwords,limiter,lucia-sessions,mail*,passwords,sso,smtp,tokens}*.ts',
      'src/server/db/{account-data,api-keys,limits,mails,one-use-tokens,owned,sessions,users}.ts',
      'src/shared/verified-cookie.ts',
      'src/server/http/{csrf,session-cookie,request-context,client-address}.ts',
    ],
    tests: [
      'tests/e2e/{account,login,owner,verif}*.spec.ts',
      'src/server/domain/account/login.test.ts',
      'src/server/adapters/mailer-smtp.test.ts',
      'src/server/http/request-context.test.ts',
      'tests/{account,auth-sso}.test.ts',
      'tests/attacks/{accounts,clock-set-back,contact-emails,email-*,emailed-codes,ended-access}.test.ts',
      'tests/attacks/flooded-inbox.test.ts',
      'tests/attacks/{exported-data,first-account,mail-scanners,new-links,password-guessing,reset-*,slow-mail-server}.test.ts',
      'tests/attacks/{sso-takeover,stolen-session,verification-codes}.test.ts',
    ],
  },
  {
    changes: [
      'src/client/{plans,features/billing,features/registration}/**',
      'src/server/domain/{billing/**,registration/**,plan.ts}',
      'src/server/adapters/{stripe,sandbox-stripe}/**',
      'src/server/db/{billing,registration,sandbox,subscriptions,webhook}*.ts',
      'src/shared/{billing-messages,pricing}.ts',
      'src/server/http/sandbox/**',
    ],
    tests: [
      'tests/e2e/{billing,pricing,registration,sandbox}*.spec.ts',
      'src/server/adapters/sandbox-stripe/sandbox.test.ts',
      'tests/{billing-property,registration-*,sandbox-*}.test.ts',
      'tests/attacks/{failing-provider,paying,registration-*,sandbox-*,unpaid-checkouts,webhooks}.test.ts',
    ],
  },
  // The app around its screens, and the public site.
  {
    changes: [
      'src/client/*.{css,html,ts,tsx}',
      'src/client/{app,data,fonts,form,format,hooks,setup,ui}/**',
      'src/client/features/{sites,testing}/**',
      'src/server/domain/site/{site,installation}.ts',
      'src/shared/{first-data,first-messages,limits,messages,page-data,slug}.ts',
      'tests/support/{spec-tags,tests-of}.ts',
    ],
    tests: [
      'tests/e2e/{screen,shell,set-up,site,owner,overlays,keyboard,journey,first-loads,links,kept}*.spec.ts',
      'src/server/domain/site/site.test.ts',
      'tests/spec-sentences.test.ts',
      'tests/e2e/content-policy.spec.ts',
    ],
  },
  {
    changes: [
      'src/client/{public,content}/**',
      'src/client/features/{developer-tools,documentation}/**',
      'src/shared/rest-examples.ts',
      'src/server/domain/contact.ts',
      'content/**',
      'demo/**',
      'build/**',
    ],
    tests: [
      'tests/e2e/{home,public,documentation,developer,contact,demo}*.spec.ts',
      'tests/attacks/contact.test.ts',
      'demo/*.test.ts',
    ],
  },
  // The server below its screens.
  {
    changes: [
      'src/server/{cli,db}/**',
      'src/server/*.ts',
      'src/server/domain/{every-minute,health,jobs,meta,ports,queue,sweep}.ts',
      'migrations/**',
      'package-lock.json',
    ],
    tests: [
      'migrations/*.test.ts',
      'src/server/db/backup.test.ts',
      'tests/flows/*.test.ts',
      'tests/exit-code.test.ts',
      'tests/attacks/{damaged-database,deleted-bytes,failed-starts,foreign-users,full-*,graceful-stop}.test.ts',
      'tests/attacks/{hanging-postgres,killed-server,locked-sqlite}.test.ts',
      'tests/attacks/{misused-commands,second-server,secrets-at-rest,stored-records}.test.ts',
    ],
  },
  {
    changes: ['src/server/{http,trpc}/**', 'src/server/domain/errors.ts', 'src/shared/{contract/**,read-json.ts}'],
    tests: [
      'src/server/http/*.test.ts',
      'tests/{access,bad-input,fuzz,patterns,spec-entities}.test.ts',
      'tests/e2e/{hostile-proof,rebound-name}.spec.ts',
      'tests/attacks/{dear-lists,dear-schemas,hostile-urls,response-headers,slow-bodies}.test.ts',
    ],
  },
];

/** No long test is about these: what only developers see, and tools. */
export const WITHOUT_LONG_TESTS = ['src/client/gallery/**', 'bin/**', 'dev.ts'];

/** @returns the changed files, and all of the tests' that import a helper among them, or a helper that imports one. */
export function withUsersOfHelpers(changed: readonly string[]): string[] {
  const helpers = globSync(['tests/{support,e2e/support}/*.ts']);
  const users = [...helpers, ...filesWithLongTests()].map((path) => ({ path, code: readFileSync(path, 'utf8') }));
  const found = new Set(changed);
  for (const path of found) {
    if (!helpers.includes(path)) continue;
    const imported = `/${basename(path)}'`;
    for (const user of users) if (user.code.includes(imported)) found.add(user.path);
  }
  return [...found];
}

/**
 * @param changed paths of changed files. @param withLongTests the files that have long tests.
 * @returns those of them that such a change asks for: changed ones, and those of each part it touches.
 */
export function longTestsOf(
  changed: readonly string[],
  withLongTests: readonly string[],
  parts = LONG_PARTS,
): string[] {
  const touched = parts.filter(({ changes }) =>
    changed.some((path) => changes.some((glob) => matchesGlob(path, glob))),
  );
  const globs = touched.flatMap(({ tests }) => tests);
  return withLongTests.filter((path) => changed.includes(path) || globs.some((glob) => matchesGlob(path, glob)));
}

/** @returns the files of both runners that do more in the long form: tests with the tag, or more runs. */
export const filesWithLongTests = (): string[] =>
  globSync(['{src,demo,migrations,bench,tests}/**/*.test.ts', 'tests/e2e/**/*.spec.ts'])
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /'@?long'|@module-tag long|support\/runs\.ts'/.test(readFileSync(path, 'utf8')))
    .sort();
