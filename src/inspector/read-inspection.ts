// Asks the backend for the owner's view of the site, and distinguishes the ways that can fail.
import type { Inspection } from '#shared/embed/inspection.ts';
import { INSPECTION_LIFE } from '#shared/embed/protocol.ts';
import type { Inspected, Status } from './snapshot.ts';

/** How long the backend may take to answer, in milliseconds. */
const ANSWER_TIME = 10_000;
/** How far off a browser's clock may be for a link still to count as fresh, in milliseconds. */
const CLOCK_ERROR = 5 * 60_000;

/**
 * `none`: the token isn't ours, so we stay silent. `other-site`: a fresh token, but not for the site whose snippet is
 * on the page. `away`: no readable answer.
 */
export type Reading =
  | { kind: 'inspection'; inspection: Inspection }
  | { kind: 'none' | 'expired' | 'other-site' | 'unknown-site' | 'away' };

/** @returns when a well-formed token expires (ms); null for any other text. */
function endOf(token: string): number | null {
  const [, end] = /^([0-9a-z]{8,9})\.[\w-]{43}$/.exec(token) ?? [];
  return end === undefined ? null : Number.parseInt(end, 36);
}

const isInspection = (body: unknown): body is Inspection => {
  const { site, widget, notifications } = (body ?? {}) as Partial<Inspection>;
  return Boolean(site?.id && widget?.behavior && Array.isArray(notifications));
};

/** How long after a failed request the browser reports a policy violation, in milliseconds. */
const VIOLATION_TIME = 100;

async function ask(url: string): Promise<{ status: Status; body: unknown }> {
  let isRefused = false;
  const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    isRefused ||= effectiveDirective === 'connect-src' && url.startsWith(blockedURI);
  };
  document.addEventListener('securitypolicyviolation', onViolation);
  try {
    const answer = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(ANSWER_TIME) });
    return { status: answer.status, body: await answer.json().catch(() => null) };
  } catch {
    await new Promise((resolve) => setTimeout(resolve, VIOLATION_TIME));
    return { status: isRefused ? 'refused' : 'none', body: null };
  } finally {
    document.removeEventListener('securitypolicyviolation', onViolation);
  }
}

/** @param now milliseconds since 1970. @returns what the backend answers to the token. Never rejects. */
export async function readInspection({ url, token = '' }: Inspected, now: number): Promise<Reading> {
  const end = endOf(token);
  if (end === null) return { kind: 'none' };
  const { status, body } = await ask(`${url}/inspection?token=${token}`);
  if (status === 200 && isInspection(body)) return { kind: 'inspection', inspection: body };
  if (status === 404) return { kind: 'unknown-site' };
  if (status !== 403) return { kind: 'away' };
  // Blame the token only if it was once valid.
  if ((body as { errors?: unknown } | null)?.errors) return { kind: 'expired' };
  const isFresh = Math.abs(end - INSPECTION_LIFE / 2 - now) < INSPECTION_LIFE / 2 + CLOCK_ERROR;
  return { kind: isFresh ? 'other-site' : 'none' };
}

/** @returns the status of the payload's URL right now. */
export const askAgain = async (url: string): Promise<Status> => (await ask(url)).status;
