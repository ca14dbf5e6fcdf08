// The environment, parsed once at start. An invalid value stops the start, with one line per issue.
import { z } from 'zod';
import { hostnameOf } from '#shared/contract/site.ts';
import { DEFAULT_SITE_LIMIT } from '#shared/limits.ts';
import type { PriceIds } from '#shared/pricing.ts';
import { SECOND } from '#shared/time.ts';

/** One of Stripe's price ids for each paid plan and cycle. */
const PRICE_IDS = [
  'STRIPE_PRICE_STARTER_MONTHLY',
  'STRIPE_PRICE_STARTER_ANNUAL',
  'STRIPE_PRICE_GROWTH_MONTHLY',
  'STRIPE_PRICE_GROWTH_ANNUAL',
  'STRIPE_PRICE_AGENCY_MONTHLY',
  'STRIPE_PRICE_AGENCY_ANNUAL',
] as const;

const flag = () =>
  z.enum(['0', '1', 'false', 'true'], 'must be 0 or 1').transform((value) => value === '1' || value === 'true');
const count = (max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value <= max, `must be at most ${max}`);

/** What operators say of themselves. Blank, nothing is said. */
const words = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((text) => text || undefined)
    .optional();

const publicUrl = z
  .string()
  .refine((value) => {
    if (!URL.canParse(value)) return false;
    const url = new URL(value);
    return (
      /^https?:$/.test(url.protocol) &&
      url.pathname === '/' &&
      !url.search &&
      !url.hash &&
      !url.username &&
      !url.password
    );
  }, 'must be a URL such as https://proofbell.example, without a path')
  .transform((value) => new URL(value).origin);

const databaseUrl = z
  .string()
  .regex(/^(?:file:.+|postgres(?:ql)?:\/\/.+)$/, 'must start with file: or postgres://')
  .refine(
    (value) => !value.startsWith('postgres') || URL.canParse(value),
    'is no URL. In the password, write characters such as # and @ as %23 and %40',
  );

const schema = z.object({
  PORT: count(65_535).default(3000),
  HOST: z.string().min(1).default('0.0.0.0'),
  PUBLIC_URL: publicUrl.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  SECRET_KEY: z
    .string()
    .refine((value) => Buffer.byteLength(value) >= 32, 'must be at least 32 bytes')
    .optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^\s/]+/, 'must start with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n@]*@[^\r\n]+$/, 'must be an email address, with or without a name')
    .optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_\S+$/, 'must be a secret or restricted key, which starts with sk_ or rk_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must be the signing secret of a webhook, which starts with whsec_')
    .optional(),
  ...(Object.fromEntries(PRICE_IDS.map((name) => [name, z.string().min(1).optional()])) as Record<
    (typeof PRICE_IDS)[number],
    z.ZodOptional<z.ZodString>
  >),
  ALLOW_SANDBOX_PAYMENTS: flag().default(false),
  ALLOW_PRIVATE_SHOPS: flag().default(false),
  MAX_SITES: count(1_000_000)
    .refine((value) => value >= 1, 'must be at least 1')
    .default(DEFAULT_SITE_LIMIT),
  SSO_SECRET: z
    .string()
    .refine((value) => Buffer.byteLength(value) >= 32, 'must be at least 32 bytes')
    .optional(),
  TRUST_PROXY: count(10).default(0),
  AUTH_RATE_LIMIT: flag().default(true),
  EVENT_RATE_LIMIT: count(1_000_000).default(600),
  TICK_MS: count(60_000)
    .refine((value) => value >= 20, 'must be at least 20')
    .default(SECOND),
  HSTS_SUBDOMAINS: flag().default(false),
  CONTACT_EMAIL: z.email('must be an email address').optional(),
  OPERATOR_NAME: words(120),
  OPERATOR_ADDRESS: words(500),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
});
type Parsed = z.infer<typeof schema>;
export type Env = Omit<Parsed, 'PUBLIC_URL' | 'DATABASE_URL' | 'MAIL_FROM'> & {
  PUBLIC_URL: string;
  DATABASE_URL: string;
  MAIL_FROM: string;
  /** `price_starter_monthly` and so on without a Stripe key. */
  priceIds: PriceIds;
  /** Worth logging, but no reason not to start. */
  warnings: string[];
};

/** Its message has one line per issue. */
export class EnvError extends Error {
  constructor(lines: string[]) {
    super(lines.join('\n'));
    this.name = 'EnvError';
  }
}

function crossFieldIssues(env: Parsed): string[] {
  const issues: string[] = [];
  const isPostgres = env.DATABASE_URL?.startsWith('postgres') ?? false;
  if (isPostgres && !env.SECRET_KEY) {
    issues.push('SECRET_KEY: is required with a postgres:// database, the same for all instances');
  }
  if (env.STRIPE_SECRET_KEY) {
    for (const name of ['STRIPE_WEBHOOK_SECRET', ...PRICE_IDS] as const) {
      if (!env[name]) issues.push(`${name}: is required with STRIPE_SECRET_KEY`);
    }
    for (const [at, name] of PRICE_IDS.entries()) {
      const twin = PRICE_IDS.slice(0, at).find((other) => env[other] && env[other] === env[name]);
      if (twin) issues.push(`${name}: must not be the same as ${twin}`);
    }
  }
  return issues;
}

/** @returns Stripe's prices as the operator named them; without a key the sandbox's own. */
function priceIdsOf(env: Parsed): PriceIds {
  const idOf = (name: (typeof PRICE_IDS)[number]) =>
    (env.STRIPE_SECRET_KEY && env[name]) || name.slice(7).toLowerCase();
  return {
    starter: { monthly: idOf('STRIPE_PRICE_STARTER_MONTHLY'), annual: idOf('STRIPE_PRICE_STARTER_ANNUAL') },
    growth: { monthly: idOf('STRIPE_PRICE_GROWTH_MONTHLY'), annual: idOf('STRIPE_PRICE_GROWTH_ANNUAL') },
    agency: { monthly: idOf('STRIPE_PRICE_AGENCY_MONTHLY'), annual: idOf('STRIPE_PRICE_AGENCY_ANNUAL') },
  };
}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/**
 * @param source variables by name; an empty one counts as unset.
 * @throws EnvError naming each invalid variable
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const result = schema.safeParse(filled);
  if (!result.success) {
    throw new EnvError(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  const env = result.data;
  const issues = crossFieldIssues(env);
  if (issues.length > 0) throw new EnvError(issues);
  const PUBLIC_URL = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  const warnings: string[] = [];
  if (!env.PUBLIC_URL && !LOOPBACK.has(env.HOST)) {
    warnings.push(`PUBLIC_URL is not set: links and snippets point to ${PUBLIC_URL}, which only works on this machine`);
  }
  if (env.ALLOW_PRIVATE_SHOPS)
    warnings.push(
      'ALLOW_PRIVATE_SHOPS is 1: whoever has a site can have this server call addresses of its own network',
    );
  if (!env.AUTH_RATE_LIMIT) warnings.push('AUTH_RATE_LIMIT is 0: passwords can be guessed without a limit');
  return {
    ...env,
    PUBLIC_URL,
    DATABASE_URL: env.DATABASE_URL ?? `file:${env.DATA_DIR}/proofbell.db`,
    MAIL_FROM:
      env.MAIL_FROM ??
      `${(env.OPERATOR_NAME ?? 'Proofbell').replace(/["<>\r\n]/g, '')} <no-reply@${hostnameOf(PUBLIC_URL)}>`,
    priceIds: priceIdsOf(env),
    warnings,
  };
}
