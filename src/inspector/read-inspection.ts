// Asks the backend for the owner's view of the site, and distinguishes the ways that can fail.
import type { GoneDraft, Inspection } from '#shared/embed/inspection.ts';
import type { Inspected, Status } from './snapshot.ts';

/** How long the backend may take to answer, in milliseconds. */
const ANSWER_TIME = 10_000;
/**
 * `none`: the server doesn't vouch for the link, so we stay silent. `gone`: the link's draft settings are gone. `away`:
 * no readable answer.
 */
export type Reading = { kind: 'inspection'; inspection: Inspection } | { kind: 'none' | 'gone' | 'away' };

const isInspection = (body: unknown): body is Inspection => {
  const { site, widget, notifications } = (body ?? {}) as Partial<Inspection>;
  return Boolean(site?.id && widget?.behavior && Array.isArray(notifications));
};

/** How long after a failed request the browser reports a policy violation, in milliseconds. */
const VIOLATION_TIME = 100;

async function ask(url: string, init?: RequestInit): Promise<{ status: Status; body: unknown }> {
  let isRefused = false;
  const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    isRefused ||= effectiveDirective === 'connect-src' && url.startsWith(blockedURI);
  };
  document.addEventListener('securitypolicyviolation', onViolation);
  try {
    const answer = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(ANSWER_TIME), ...init });
    return { status: answer.status, body: await answer.json().catch(() => null) };
  } catch {
    await new Promise((resolve) => setTimeout(resolve, VIOLATION_TIME));
    return { status: isRefused ? 'refused' : 'none', body: null };
  } finally {
    document.removeEventListener('securitypolicyviolation', onViolation);
  }
}

/** @returns what the backend answers to the token. Never rejects. */
export async function readInspection({ url, token = '' }: Inspected): Promise<Reading> {
  // Written by hand, because old pages change what JSON.stringify makes.
  const { status, body } = await ask(`${url}/inspection`, { method: 'POST', body: `{"token":"${token}"}` });
  if (status === 200 && isInspection(body)) return { kind: 'inspection', inspection: body };
  if (status === 200 && (body as GoneDraft | null)?.isGone) return { kind: 'gone' };
  return { kind: status === 204 ? 'none' : 'away' };
}

/** @returns the status of the payload's URL right now. */
export const askAgain = async (url: string): Promise<Status> => (await ask(url)).status;
