// Asks the backend for the owner's view of the site, and tells the ways in which that can fail apart.
import type { Inspected, Inspection } from '#shared/embed/inspection.ts';
import type { Status } from './sight.ts';

/** A backend that has not answered by then counts as away, in milliseconds. */
const ANSWER_TIME = 10_000;
/** How far a browser's clock may be off for a link to count as fresh, and how long links live, in milliseconds. */
const CLOCK_ERROR = 5 * 60_000;
const LINK_LIFE = 10 * 60_000;

/**
 * `none`: the token is no token of ours, and nothing is to be said. `other-site`: a fresh token, but not of the site
 * whose snippet is on the page. `away`: no answer that could be read.
 */
export type Reading =
  | { kind: 'inspection'; inspection: Inspection }
  | { kind: 'none' | 'expired' | 'other-site' | 'unknown-site' | 'away' };

/** @returns when a well-formed token says it ends (ms); null for any other text. */
function endOf(token: string): number | null {
  const [, end] = /^([0-9a-z]{8,9})\.[\w-]{43}$/.exec(token) ?? [];
  return end === undefined ? null : Number.parseInt(end, 36);
}

const isInspection = (body: unknown): body is Inspection => {
  const { site, widget, notifications } = (body ?? {}) as Partial<Inspection>;
  return Boolean(site?.id && widget?.behavior && Array.isArray(notifications));
};

/** A violation is told a moment after the request has failed, in milliseconds. */
const VIOLATION_TIME = 100;

async function ask(url: string): Promise<{ status: Status; body: unknown }> {
  let isRefused = false;
  const hear = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    isRefused ||= effectiveDirective === 'connect-src' && url.startsWith(blockedURI);
  };
  document.addEventListener('securitypolicyviolation', hear);
  try {
    const answer = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(ANSWER_TIME) });
    return { status: answer.status, body: await answer.json().catch(() => null) };
  } catch {
    await new Promise((resolve) => setTimeout(resolve, VIOLATION_TIME));
    return { status: isRefused ? 'refused' : 'none', body: null };
  } finally {
    document.removeEventListener('securitypolicyviolation', hear);
  }
}

/** @param now milliseconds since 1970. @returns what the backend says to the token. Never rejects. */
export async function readInspection({ url, token = '' }: Inspected, now: number): Promise<Reading> {
  const end = endOf(token);
  if (end === null) return { kind: 'none' };
  const { status, body } = await ask(`${url}/inspection?token=${token}`);
  if (status === 200 && isInspection(body)) return { kind: 'inspection', inspection: body };
  if (status === 404) return { kind: 'unknown-site' };
  if (status !== 403) return { kind: 'away' };
  // Only a token that was right once is named as the fault.
  if ((body as { errors?: unknown } | null)?.errors) return { kind: 'expired' };
  const isFresh = Math.abs(end - LINK_LIFE / 2 - now) < LINK_LIFE / 2 + CLOCK_ERROR;
  return { kind: isFresh ? 'other-site' : 'none' };
}

/** @returns how the payload's address answers now. */
export const askAgain = async (url: string): Promise<Status> => (await ask(url)).status;
