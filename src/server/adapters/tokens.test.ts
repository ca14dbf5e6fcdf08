// Signed tokens: only our own, only for their purpose, only while they are valid.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INSPECTION_LIFE } from '#shared/embed/protocol.ts';
import { ACCESS_TOKEN_LIFE, EMBED_TOKEN_LIFE, EMBED_TOKEN_WINDOW } from '#shared/limits.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { makeClock, SECRET } from '#tests/support/app.ts';
import { makeTokens } from './tokens.ts';

const session = { publicId: 'session-1', userId: 'user-1' };
const setUp = () => {
  const clock = makeClock();
  return { clock, tokens: makeTokens(SECRET, clock), others: makeTokens(`${SECRET}!`, clock) };
};

/** Every way to change one character or truncate the text. */
const broken = (text: string): string[] => [
  ...[...text].map((char, i) => text.slice(0, i) + (char === 'A' ? 'B' : 'A') + text.slice(i + 1)),
  ...[...text].map((_, i) => text.slice(0, i)),
  `${text}A`,
  `${text}.A`,
  `.${text}`,
  ` ${text}`,
];

describe('access tokens', () => {
  it('identify the session for exactly sixty minutes', () => {
    const { clock, tokens } = setUp();
    const { accessToken, expiresAt } = tokens.signAccess(session);
    expect(expiresAt).toBe(clock.now() + ACCESS_TOKEN_LIFE);
    clock.advance(ACCESS_TOKEN_LIFE - 1);
    expect(tokens.readAccess(accessToken)).toBe('session-1');
    clock.advance(1);
    expect(tokens.readAccess(accessToken)).toBeNull();
  });

  it('are rejected when changed, truncated or signed with another key', () => {
    const { tokens, others } = setUp();
    const { accessToken } = tokens.signAccess(session);
    expect(broken(accessToken).filter((token) => tokens.readAccess(token) !== null)).toEqual([]);
    expect(tokens.readAccess(others.signAccess(session).accessToken)).toBeNull();
  });

  it('cannot be extended by editing their expiry', () => {
    const { tokens } = setUp();
    const [publicId, , mac] = tokens.signAccess(session).accessToken.split('.');
    expect(tokens.readAccess(`${publicId}.zzzzzzzz.${mac}`)).toBeNull();
  });

  it('are not recognized in any other text', () => {
    const { tokens } = setUp();
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(tokens.readAccess(text)).toBeNull();
      }),
    );
  });
});

describe('CSRF tokens', () => {
  it('match one secret and one session cookie only', () => {
    const { tokens, others } = setUp();
    const token = tokens.signCsrf('secret', 'cookie');
    expect(tokens.isCsrf(token, 'secret', 'cookie')).toBe(true);
    expect(tokens.isCsrf(token, 'other', 'cookie')).toBe(false);
    expect(tokens.isCsrf(token, 'secret', '')).toBe(false);
    expect(others.isCsrf(token, 'secret', 'cookie')).toBe(false);
    expect(broken(token).filter((each) => tokens.isCsrf(each, 'secret', 'cookie'))).toEqual([]);
  });

  it('keep the secret and the session apart wherever one ends', () => {
    const { tokens } = setUp();
    const part = fc.string();
    fc.assert(
      fc.property(part, part, part, part, (a, b, c, d) => {
        fc.pre(a !== c || b !== d);
        expect(tokens.isCsrf(tokens.signCsrf(a, b), c, d)).toBe(false);
      }),
    );
  });
});

describe('embed tokens', () => {
  it('stay the same for a whole window, and change with the next', () => {
    const { tokens } = setUp();
    const start = Math.ceil(Date.parse('2026-03-10T12:00:00Z') / EMBED_TOKEN_WINDOW) * EMBED_TOKEN_WINDOW;
    expect(tokens.signEmbed('site', start + EMBED_TOKEN_WINDOW - 1)).toBe(tokens.signEmbed('site', start));
    expect(tokens.signEmbed('site', start + EMBED_TOKEN_WINDOW)).not.toBe(tokens.signEmbed('site', start));
  });

  it('are valid until 72 hours after their window began, and before it, if the clock was set back', () => {
    const { tokens } = setUp();
    const start = Math.ceil(Date.parse('2026-03-10T12:00:00Z') / EMBED_TOKEN_WINDOW) * EMBED_TOKEN_WINDOW;
    const token = tokens.signEmbed('site', start);
    const isGoodAt = (at: number) => tokens.isEmbed('site', token, at);
    expect(isGoodAt(start)).toBe(true);
    expect(isGoodAt(start + EMBED_TOKEN_LIFE)).toBe(true);
    expect(isGoodAt(start + EMBED_TOKEN_LIFE + 1)).toBe(false);
    for (const back of [EMBED_TOKEN_WINDOW, HOUR, DAY, 366 * DAY]) expect(isGoodAt(start - back)).toBe(true);
  });

  it('are rejected for another site, when changed, or signed with another key', () => {
    const { clock, tokens, others } = setUp();
    const token = tokens.signEmbed('site', clock.now());
    expect(tokens.isEmbed('site2', token, clock.now())).toBe(false);
    expect(tokens.isEmbed('site', others.signEmbed('site', clock.now()), clock.now())).toBe(false);
    expect(broken(token).filter((each) => tokens.isEmbed('site', each, clock.now()))).toEqual([]);
    expect(tokens.isEmbed('site', 'Infinity.x', clock.now())).toBe(false);
  });
});

describe('inspection tokens', () => {
  it('tell when they expire, ten minutes from now, even after they have', () => {
    const { clock, tokens } = setUp();
    const { token, expiresAt } = tokens.signInspection('site');
    expect(expiresAt).toBe(clock.now() + INSPECTION_LIFE);
    clock.advance(INSPECTION_LIFE * 2);
    expect(tokens.readInspection('site', token)).toEqual({ expiresAt, hasDraft: false });
  });

  it('with a draft are each different, and say so', () => {
    const { tokens } = setUp();
    const { token, expiresAt } = tokens.signInspection('site', 'one');
    expect(tokens.readInspection('site', token)).toEqual({ expiresAt, hasDraft: true });
    expect(tokens.signInspection('site', 'two').token).not.toBe(token);
    expect(tokens.readInspection('site', token.replace('one', 'two'))).toBeNull();
    expect(tokens.readInspection('site', token.replace('.one', ''))).toBeNull();
  });

  it.each([undefined, 'a-draft'])(
    'are rejected for another site, when changed, extended, or signed with another key (draft: %s)',
    (draft) => {
      const { tokens, others } = setUp();
      const { token } = tokens.signInspection('site', draft);
      expect(tokens.readInspection('site2', token)).toBeNull();
      expect(tokens.readInspection('site', others.signInspection('site', draft).token)).toBeNull();
      expect(broken(token).filter((each) => tokens.readInspection('site', each) !== null)).toEqual([]);
      expect(tokens.readInspection('site', token.replace(/^[^.]+/, 'zzzzzzzz'))).toBeNull();
    },
  );
});

it('never accepts a token for another purpose', () => {
  const { clock, tokens } = setUp();
  const { accessToken } = tokens.signAccess(session);
  const embed = tokens.signEmbed('session-1', clock.now());
  const csrf = tokens.signCsrf('session-1', '');
  expect([tokens.readAccess(embed), tokens.readAccess(csrf), tokens.readAccess(`session-1.${embed}`)]).toEqual([
    null,
    null,
    null,
  ]);
  expect(tokens.readInspection('session-1', embed)).toBeNull();
  expect(tokens.isEmbed('session-1', tokens.signInspection('session-1').token, clock.now())).toBe(false);
  expect([tokens.isEmbed('session-1', accessToken, clock.now()), tokens.isCsrf(accessToken, 'session-1', '')]).toEqual([
    false,
    false,
  ]);
});
