// Request bodies: bounded, and read as one JSON object.
import type { Env, Context as HonoContext, Next } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { z } from 'zod';
import { fieldErrors } from '#shared/contract/field-errors.ts';
import { VALUES_MAX } from '#shared/json-size.ts';
import { MESSAGES } from '#shared/messages.ts';
import { DomainError, invalid } from '../domain/errors.ts';
import type { HttpEnv } from './request-context.ts';

/** Deeper than any of our schemas; unlimited nesting would overflow the stack of recursive parsers. */
const MAX_DEPTH = 32;
/** How much of an oversized body is read so that the client sees our response; beyond that the connection is cut. */
export const DRAIN_MAX_BYTES = 16 * 1024 * 1024;

// Without this, the ECONNRESET of a disconnected client would be mistaken for the database's, logged, and sent as 503.
const incomplete = () => invalid('body', MESSAGES.incomplete);

/** @returns why a compressed body is refused: none is unpacked here, because a few kilobytes may hold gigabytes. */
export const encodingIssue = (c: HonoContext): DomainError | null =>
  ['', 'identity'].includes((c.req.header('content-encoding') ?? '').trim().toLowerCase())
    ? null
    : new DomainError('unsupported-type', 'Send the body as it is, without Content-Encoding');

const tooLargeFor = (maxSize: number) =>
  new DomainError('too-large', `The request body is larger than ${maxSize / 1024} KiB`);

/**
 * @param maxSize bytes.
 * @param refuse makes the response to a body that is compressed, too large or incomplete.
 * @param isStreamed whether the handler itself looks at the length of what comes in chunks, by partsOf.
 * @returns middleware that passes on requests whose whole body fits; it also works around a single handler. A client
 * can read a refusal even while it is still sending.
 */
export function limitBody<E extends Env>(
  maxSize: number,
  refuse: (c: HonoContext<E>, error: DomainError) => Response,
  isStreamed = false,
) {
  const refuseRest = async (c: HonoContext<E>, error: DomainError) => {
    const { body } = c.req.raw;
    // A disconnected client waits for no response.
    if (body && !body.locked) await drainBody(body, DRAIN_MAX_BYTES).catch(() => {});
    return refuse(c, error);
  };
  const limited = bodyLimit({ maxSize, onError: (c) => refuseRest(c as HonoContext<E>, tooLargeFor(maxSize)) });
  return <T>(c: HonoContext<E>, next: () => Promise<T>): Promise<T | Response> => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const issue = encodingIssue(c);
    if (issue) return refuseRest(c, issue);
    if (isStreamed && c.req.header('content-length') === undefined) return next();
    // Node rejects a body that differs from its declared length, so the header is enough. Accessing the body would make
    // the adapter build a full Request.
    if (Number(c.req.header('content-length') ?? Number.NaN) <= maxSize) return next();
    const passed = limited(c, next as Next) as Promise<T | Response>;
    return passed.catch(() => refuse(c, incomplete()));
  };
}

/** @returns how deep JSON is nested, and how many commas it has: of values that many more, before any is made. */
function measure(text: string): { deepest: number; commas: number } {
  let depth = 0;
  let commas = 0;
  let deepest = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (inString) {
      if (char === 92) i++;
      else if (char === 34) inString = false;
    } else if (char === 34) inString = true;
    else if (char === 44) commas++;
    else if (char === 123 || char === 91) deepest = Math.max(deepest, ++depth);
    else if (char === 125 || char === 93) depth--;
  }
  return { deepest, commas };
}

/** @returns whether there are too few brackets to nest too deep, wherever they are: found natively, in a tenth of the time. */
function hasFewBrackets(text: string): boolean {
  let count = 0;
  for (const bracket of ['{', '['])
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1))
      if (++count > MAX_DEPTH) return false;
  return true;
}

/** @throws validation naming `body` when JSON is nested too deep, or holds too much */
function checkMeasures(text: string): void {
  if (text.length < VALUES_MAX && hasFewBrackets(text)) return;
  const { deepest, commas } = measure(text);
  if (deepest > MAX_DEPTH) throw invalid('body', `Nested more than ${MAX_DEPTH} levels deep`);
  if (commas >= VALUES_MAX) throw invalid('body', `Holds more than ${VALUES_MAX} values`);
}

/** @returns the body as text. @throws validation naming `body` when the client disconnected while sending */
export const readText = (c: { req: Pick<HonoContext['req'], 'text'> }): Promise<string> =>
  c.req.text().catch(() => {
    throw incomplete();
  });

/** @returns the body as it came. @throws validation naming `body` when the client disconnected while sending */
export const readBytes = async (c: HonoContext): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await c.req.arrayBuffer().catch(() => {
      throw incomplete();
    }),
  );

/**
 * @param maxSize bytes.
 * @returns the body as a stream; the unread rest is left to be drained.
 * @throws too-large; validation naming `body` when it breaks off
 */
export async function* partsOf(
  c: HonoContext,
  maxSize: number,
  tooLarge = () => tooLargeFor(maxSize),
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = c.req.raw.body?.getReader();
  if (!reader) return;
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw incomplete();
      });
      if (done) return;
      bytes += value.length;
      if (bytes > maxSize) throw tooLarge();
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}

/**
 * @returns the request's JSON object; an empty body counts as `{}`.
 * @throws unsupported-type, validation naming `body`
 */
export async function readJsonObject(c: HonoContext<HttpEnv>): Promise<Record<string, unknown>> {
  const text = await readText(c);
  if (text.trim() === '') return {};
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(c.req.header('content-type') ?? '')) {
    throw new DomainError('unsupported-type', MESSAGES.unsupportedType);
  }
  return parseJsonObject(text);
}

/** @returns the fields of a form that a browser posted. @throws unsupported-type, validation naming `body` */
export async function readForm(c: HonoContext): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(c.req.header('content-type') ?? '')) {
    throw new DomainError('unsupported-type', MESSAGES.unsupportedFormType);
  }
  return new URLSearchParams(await readText(c));
}

/** The same of a form that may also come in parts (`multipart/form-data`), as email programs send it; without files. */
export async function readFormOrParts(c: HonoContext): Promise<URLSearchParams> {
  if (!/^multipart\/form-data\s*;/i.test(c.req.header('content-type') ?? '')) return readForm(c);
  const form = await c.req.formData().catch(() => {
    throw invalid('body', 'Not a valid form');
  });
  return new URLSearchParams([...form].filter((field): field is [string, string] => typeof field[1] === 'string'));
}

/** @throws validation naming `body` */
export function parseJsonObject(text: string): Record<string, unknown> {
  checkMeasures(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('body', 'Not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('body', 'Must be a JSON object');
  return value as Record<string, unknown>;
}

/** @returns the input as parsed by `schema`. @throws validation naming the fields */
export function checkInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new DomainError('validation', MESSAGES.validation, { fields: fieldErrors(result.error) });
}

/**
 * Reads the rest of a body and discards it, because a client that is still sending would see a broken connection
 * instead of our response.
 * @param max bytes; beyond that the body is canceled, and the connection with it.
 * @throws what the body throws when the client disconnected.
 */
export async function drainBody(body: ReadableStream<Uint8Array>, max: number): Promise<void> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > max) return;
  }
}
