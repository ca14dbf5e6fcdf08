// The environment: one line for each invalid variable, and documented defaults for missing ones.
import { describe, expect, it } from 'vitest';
import { EnvError, parseEnv } from './env.ts';

const SECRET = 'x'.repeat(32);
const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  STRIPE_PRICE_STARTER_MONTHLY: 'p1',
  STRIPE_PRICE_STARTER_ANNUAL: 'p2',
  STRIPE_PRICE_GROWTH_MONTHLY: 'p3',
  STRIPE_PRICE_GROWTH_ANNUAL: 'p4',
  STRIPE_PRICE_AGENCY_MONTHLY: 'p5',
  STRIPE_PRICE_AGENCY_ANNUAL: 'p6',
};

const issuesOf = (source: Record<string, string>): string[] => {
  try {
    parseEnv(source);
    return [];
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return error.message.split('\n');
  }
};

describe('parseEnv', () => {
  it('needs nothing', () => {
    expect(parseEnv({})).toMatchObject({
      PORT: 3000,
      HOST: '0.0.0.0',
      PUBLIC_URL: 'http://localhost:3000',
      DATA_DIR: './data',
      DATABASE_URL: 'file:./data/proofbell.db',
      MAIL_FROM: 'Proofbell <no-reply@localhost>',
      TRUST_PROXY: 0,
      AUTH_RATE_LIMIT: true,
      EVENT_RATE_LIMIT: 600,
      ALLOW_SANDBOX_PAYMENTS: false,
      MAX_SITES: 1,
      LOG_LEVEL: 'info',
    });
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PUBLIC_URL', 'shop.example'],
    ['PUBLIC_URL', 'ftp://shop.example'],
    ['PUBLIC_URL', 'https://shop.example/path'],
    ['PUBLIC_URL', 'https://me@shop.example'],
    ['PUBLIC_URL', 'https://:secret@shop.example'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', './data.db'],
    ['DATABASE_URL', 'postgres://proofbell:pa#ss@localhost/proofbell'],
    ['SECRET_KEY', 'short'],
    ['SSO_SECRET', 'short'],
    ['SMTP_URL', 'mail.example'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'a@b.example\r\nBcc: c@d.example'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '11'],
    ['AUTH_RATE_LIMIT', 'off'],
    ['EVENT_RATE_LIMIT', '1.5'],
    ['ALLOW_SANDBOX_PAYMENTS', 'maybe'],
    ['MAX_SITES', '0'],
    ['MAX_SITES', '1000001'],
    ['STRIPE_WEBHOOK_SECRET', 'we_1'],
    ['CONTACT_EMAIL', 'me'],
    ['OPERATOR_NAME', 'x'.repeat(121)],
    ['OPERATOR_ADDRESS', 'x'.repeat(501)],
    ['LOG_LEVEL', 'loud'],
  ])('refuses %s=%j in one line that names it', (name, value) => {
    const lines = issuesOf({ [name]: value });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^${name}: \\S`));
  });

  it('names every issue at once', () => {
    const lines = issuesOf({ PORT: 'x', LOG_LEVEL: 'y', PUBLIC_URL: 'z' });
    expect(lines.map((line) => line.split(':')[0]).sort()).toEqual(['LOG_LEVEL', 'PORT', 'PUBLIC_URL']);
  });

  it('counts an empty variable as unset', () => {
    expect(parseEnv({ PORT: '', DATABASE_URL: '', SMTP_URL: '' })).toMatchObject({ PORT: 3000 });
  });

  it('requires a secret key with PostgreSQL, where several instances must share it', () => {
    expect(issuesOf({ DATABASE_URL: 'postgres://localhost/x' })).toEqual([expect.stringMatching(/^SECRET_KEY: /)]);
    expect(issuesOf({ DATABASE_URL: 'postgresql://localhost/x', SECRET_KEY: SECRET })).toEqual([]);
  });

  it('requires the webhook secret and each price with a Stripe key', () => {
    expect(issuesOf(STRIPE)).toEqual([]);
    for (const name of Object.keys(STRIPE).filter((each) => each !== 'STRIPE_SECRET_KEY')) {
      expect(issuesOf({ ...STRIPE, [name]: '' })).toEqual([`${name}: is required with STRIPE_SECRET_KEY`]);
    }
  });

  it('refuses a publishable key, which pays for nothing', () => {
    expect(issuesOf({ ...STRIPE, STRIPE_SECRET_KEY: 'pk_test_x' })).toEqual([
      expect.stringMatching(/^STRIPE_SECRET_KEY: must be a secret/),
    ]);
  });

  it('refuses one price for two plans, which nobody could tell apart', () => {
    expect(issuesOf({ ...STRIPE, STRIPE_PRICE_AGENCY_ANNUAL: 'p1' })).toEqual([
      'STRIPE_PRICE_AGENCY_ANNUAL: must not be the same as STRIPE_PRICE_STARTER_MONTHLY',
    ]);
  });

  it("has the operator's prices with a Stripe key, and else those of the sandbox", () => {
    expect(parseEnv(STRIPE).priceIds).toEqual({
      starter: { monthly: 'p1', annual: 'p2' },
      growth: { monthly: 'p3', annual: 'p4' },
      agency: { monthly: 'p5', annual: 'p6' },
    });
    expect(parseEnv({ ...STRIPE, STRIPE_SECRET_KEY: '' }).priceIds).toEqual({
      starter: { monthly: 'price_starter_monthly', annual: 'price_starter_annual' },
      growth: { monthly: 'price_growth_monthly', annual: 'price_growth_annual' },
      agency: { monthly: 'price_agency_monthly', annual: 'price_agency_annual' },
    });
  });

  it('uses the origin of PUBLIC_URL for links, and its host for the sender of emails', () => {
    expect(parseEnv({ PUBLIC_URL: 'https://Proof.Example:443/', OPERATOR_NAME: 'A "B" <C>' })).toMatchObject({
      PUBLIC_URL: 'https://proof.example',
      MAIL_FROM: 'A B C <no-reply@proof.example>',
    });
    expect(parseEnv({ PORT: '4000' }).PUBLIC_URL).toBe('http://localhost:4000');
  });

  it('takes an operator whose name is blank for one who said nothing', () => {
    const blank = parseEnv({ OPERATOR_NAME: '   ', OPERATOR_ADDRESS: ' \n\t ' });
    expect([blank.OPERATOR_NAME, blank.OPERATOR_ADDRESS]).toEqual([undefined, undefined]);
    expect(blank.MAIL_FROM).toMatch(/^Proofbell </);
    expect(parseEnv({ OPERATOR_NAME: ' Oak & Iron ' }).OPERATOR_NAME).toBe('Oak & Iron');
  });

  it('warns when links only work on this machine, and when passwords can be guessed', () => {
    expect(parseEnv({}).warnings).toEqual([expect.stringContaining('PUBLIC_URL')]);
    expect(parseEnv({ HOST: '127.0.0.1' }).warnings).toEqual([]);
    expect(parseEnv({ PUBLIC_URL: 'https://proof.example' }).warnings).toEqual([]);
    expect(parseEnv({ HOST: 'localhost', AUTH_RATE_LIMIT: '0' }).warnings).toEqual([
      expect.stringContaining('AUTH_RATE_LIMIT'),
    ]);
  });
});
