// Sends a file to our server and tells how far it is, which fetch can't. Screens load it when a file is sent: it gets the
// CSRF token for itself.
import { AUTH_ERRORS, MESSAGES } from '#shared/messages.ts';
import { type Failure, readFailure, unanswered } from './failures.ts';

export type Upload = {
  /** What was sent, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

const noAnswer = () => unanswered('network', AUTH_ERRORS[navigator.onLine ? 'backend-unavailable' : 'network-error']);

async function readToken(signal: AbortSignal): Promise<string | null> {
  try {
    const response = await fetch('/api/csrf-token', { credentials: 'include', cache: 'no-store', signal });
    const { csrfToken } = (await response.json()) as { csrfToken?: string };
    return csrfToken ?? null;
  } catch {
    return null;
  }
}

function sendOnce(url: string, file: Blob, token: string, { onProgress, signal }: Upload) {
  const { promise, resolve } = Promise.withResolvers<{ status: number; text: string } | null>();
  const request = new XMLHttpRequest();
  request.open('POST', url);
  request.setRequestHeader('X-CSRF-Token', token);
  request.setRequestHeader('Content-Type', file.type);
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  request.onload = () => resolve({ status: request.status, text: request.responseText });
  request.onerror = () => resolve(null);
  request.onabort = () => resolve(null);
  signal.addEventListener('abort', () => request.abort(), { once: true });
  request.send(file);
  return promise;
}

/**
 * Posts a file; its type is the body's.
 * @returns the JSON that answers it; why it failed; or null when it was aborted.
 */
export async function sendFile(
  url: string,
  file: Blob,
  upload: Upload,
): Promise<{ body: unknown } | { failure: Failure } | null> {
  for (let attempt = 1; ; attempt++) {
    const token = await readToken(upload.signal);
    const answer = token === null ? null : await sendOnce(url, file, token, upload);
    if (upload.signal.aborted) return null;
    if (!answer) return { failure: noAnswer() };
    // Somebody logged in between the token and the file: once more, with a token of the new session.
    if (attempt === 1 && answer.status === 403 && answer.text.includes(MESSAGES.csrfInvalid)) continue;
    const body = readJson(answer.text);
    return answer.status < 300 && body !== undefined ? { body } : { failure: readFailure(body, answer.status) };
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
