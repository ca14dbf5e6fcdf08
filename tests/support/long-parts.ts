// What `npm run test:changed` runs beside the short form: the long tests of what a change touches.
import { globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';

/** What a change touches, and where the long tests of it are. */
type LongPart = { changes: string[]; tests: string[] };

/** Each file with long tests is in one part at least; a test checks that. */
export const LONG_PARTS: LongPart[] = [
  // What runs on visitors' pages, and what they ask for.
  {
    changes: ['src/{widget,inspector,shared/embed,server/embed}/**', 'tests/e2e/support/{widget,hostile}*'],
    tests: [
      'tests/e2e/{widget,computed,counting,custom-css,proof,inspector,draft-settings,home-example}*.spec.ts',
      'src/{shared/embed,server/embed}/**/*.test.ts',
      'src/server/domain/{cost-buckets,embed,interaction-groups}.test.ts',
      'tests/attacks/{draft-settings,made-up-*,proofs,style-sheets}.test.ts',
    ],
  },
  {
    changes: ['src/client/{settings,appearance,rules,preview,inspection}/**', 'src/client/features/{widget,push}/**'],
    tests: [
      'tests/e2e/{settings,appearance,behavior,advanced,rules,own-rules,preview,inspector,draft,push}*.spec.ts',
      'src/client/{settings,rules,preview}/**/*.test.ts',
    ],
  },
  {
    changes: ['src/client/features/{notifications,templates}/**', 'src/server/domain/{notification,template}*.ts'],
    tests: [
      'tests/e2e/{notification,template}*.spec.ts',
      'src/server/domain/{notification,notification-sets,template}.test.ts',
      'tests/bad-{notifications,templates}.test.ts',
      'tests/attacks/{deleted-notifications,template-values}.test.ts',
    ],
  },
  // Where events come from.
  {
    changes: [
      'src/client/features/{events,sources}/**',
      'src/server/domain/{events/**,source*.ts}',
      'src/server/adapters/vendors/**',
      'src/server/http/{hooks,imports}.ts',
    ],
    tests: [
      'tests/e2e/{csv-import,data-statement,event,source}*.spec.ts',
      'src/server/adapters/vendors/vendors.test.ts',
      'tests/{aggregates,data-statement,event,source}*.test.ts',
      'tests/attacks/captured-bodies.test.ts',
    ],
  },
  {
    changes: ['src/client/features/{stats,reports}/**', 'src/server/domain/{stats/**,reports.ts,weekly*.ts}'],
    tests: [
      'tests/e2e/{owner-stats,reports,weekly-email}*.spec.ts',
      'src/client/features/stats/range.test.ts',
      'src/server/domain/{stats/*,reports,weekly-schedule}.test.ts',
      'tests/stats.test.ts',
      'tests/attacks/{unsubscribe,weekly-email*}.test.ts',
    ],
  },
  // Who somebody is, and what they pay.
  {
    changes: [
      'src/client/auth/**',
      'src/client/features/account/**',
      'src/server/domain/account/**',
      'src/server/adapters/{lucia-sessions,passwords,sso,mailer,smtp,mail-*}.ts',
      'src/server/http/{csrf,session-cookie,request-context,client-address}.ts',
    ],
    tests: [
      'tests/e2e/{account,login,owner,verif}*.spec.ts',
      'src/server/domain/account/login.test.ts',
      'src/server/adapters/mailer-smtp.test.ts',
      'src/server/http/request-context.test.ts',
      'tests/{account,auth-sso}.test.ts',
      'tests/attacks/{accounts,clock-set-back,contact-emails,email-change,emailed-codes,exported-data}.test.ts',
      'tests/attacks/{first-account,mail-scanners,new-links,password-guessing,reset-*,slow-mail-server}.test.ts',
      'tests/attacks/{sso-takeover,stolen-session,verification-codes}.test.ts',
    ],
  },
  {
    changes: [
      'src/client/{plans,features/billing,features/registration}/**',
      'src/server/domain/{billing,registration}/**',
      'src/server/adapters/{stripe,sandbox-stripe}/**',
      'src/server/http/sandbox/**',
    ],
    tests: [
      'tests/e2e/{billing,pricing,registration,sandbox}*.spec.ts',
      'src/server/adapters/sandbox-stripe/sandbox.test.ts',
      'tests/{billing-property,registration-*,sandbox-*}.test.ts',
      'tests/attacks/{failing-provider,registration-*,sandbox-api,unpaid-checkouts}.test.ts',
    ],
  },
  // The app around its screens, and the public site.
  {
    changes: [
      'src/client/*.ts*',
      'src/client/{app,data,form,hooks,setup,ui}/**',
      'src/client/features/{sites,testing}/**',
      'src/server/domain/{site,installation}*.ts',
      'tests/support/{spec-tags,tests-of}.ts',
    ],
    tests: [
      'tests/e2e/{screen,shell,set-up,site,owner,overlays,keyboard,journey,first-loads,links,kept}*.spec.ts',
      'src/server/domain/site.test.ts',
      'tests/spec-sentences.test.ts',
      'tests/e2e/content-policy.spec.ts',
    ],
  },
  {
    changes: [
      'src/client/{public,content}/**',
      'src/client/features/{developer,documentation}/**',
      'src/server/domain/contact.ts',
      'content/**',
      'demo/**',
      'build-*.ts',
    ],
    tests: [
      'tests/e2e/{home,public,documentation,developer,contact,demo}*.spec.ts',
      'tests/attacks/contact.test.ts',
      'demo/*.test.ts',
    ],
  },
  // The server below its screens.
  {
    changes: ['src/server/{cli,db}/**', 'src/server/*.ts', 'migrations/**'],
    tests: [
      'migrations/*.test.ts',
      'tests/flows/*.test.ts',
      'tests/exit-code.test.ts',
      'tests/attacks/{damaged-database,failed-starts,foreign-users,full-*,graceful-stop,hanging-postgres}.test.ts',
      'tests/attacks/{misused-commands,second-server,secrets-at-rest}.test.ts',
    ],
  },
  {
    changes: ['src/server/{http,trpc}/**', 'src/shared/contract/**'],
    tests: [
      'src/server/http/*.test.ts',
      'tests/{access,fuzz,spec-entities}.test.ts',
      'tests/attacks/{hostile-urls,response-headers,slow-bodies}.test.ts',
    ],
  },
];

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
    .filter((path) => /'@?long'|\bruns\(/.test(readFileSync(path, 'utf8')))
    .sort();
