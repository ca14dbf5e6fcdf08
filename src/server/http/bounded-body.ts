// Reads a request's body up to a bound, and reads the rest away beyond it, so that the client can read our 413.
import type { Context } from 'hono';
import { DomainError } from '../domain/errors.ts';
import { drainBody } from './drain-body.ts';

/** What is read away at most; a client that sends more than that has earned the broken connection. */
const DRAIN_MAX = 1024 * 1024;

/**
 * @param max bytes.
 * @returns the body as text.
 * @throws DomainError 'too-large' after the rest was read away; 'validation' when the client went away while sending.
 */
export async function readText(c: Context, max: number): Promise<string> {
  let text: string | null;
  try {
    const declared = c.req.header('content-length');
    // Node holds a declared length to its word, so the quick way is safe.
    text = declared !== undefined && Number(declared) <= max ? await c.req.text() : await readStream(c, max);
  } catch {
    throw new DomainError('validation', 'The request was not sent completely');
  }
  if (text !== null) return text;
  throw new DomainError('too-large', `The request body is larger than ${max / 1024} KiB`);
}

async function readStream(c: Context, max: number): Promise<string | null> {
  const body: ReadableStream<Uint8Array> | null = c.req.raw.body;
  if (!body) return '';
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const chunk of body.values({ preventCancel: true })) {
    bytes += chunk.length;
    if (bytes > max) break;
    text += decoder.decode(chunk, { stream: true });
  }
  if (bytes <= max) return text + decoder.decode();
  await drainBody(body, DRAIN_MAX - bytes);
  return null;
}
