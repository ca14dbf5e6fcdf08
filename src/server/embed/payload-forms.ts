// The forms of one payload that browsers ask for: the full one, and the compact one in each language that the widget has
// words in. Each is compressed when it is first asked for, and then sent as it is.
import { createHash } from 'node:crypto';
import {
  COMPACT_VERSION,
  type CompactPayload,
  type EmbedNotification,
  type EmbedPayload,
} from '#shared/embed/payload.ts';
import { ASKED_LANGUAGE } from '#shared/embed/protocol.ts';
import type { BuiltPayload } from '../domain/site/embed.ts';
import type { Asked } from '../http/door.ts';
import { makeVariants, sizeOfVariants, type Variants } from './variants.ts';

/** The language of the compact form, '' for English and those without words; undefined is the full form. */
export type Form = string | undefined;
const COMPACT = '';

/** @returns the form that a request asks for: whoever asks for none gets the full one, and that holds for good. */
export function formOf(c: Pick<Asked, 'req'>): Form {
  if (c.req.query('v') !== `${COMPACT_VERSION}`) return;
  return ASKED_LANGUAGE.exec(c.req.query('l') ?? '')?.[0] ?? COMPACT;
}

export type Forms = {
  /** @returns the bytes of a form, synchronously once it has been asked for. */
  get(form: Form): Variants | Promise<Variants>;
  /** @returns the notifications as they are sent, read from the bytes of the full form. */
  notifications(): EmbedNotification[];
  /** @returns how many bytes all of it takes in memory. */
  size(): number;
};

/**
 * Brotli's quality. 20 orders in the compact form are a fortieth smaller by 10 than by 6, in 1.6 ms instead of 0.6 on a
 * thread of its own; what is longer takes too long for that. From 5 on, brotli beats gzip's best.
 */
const qualityOf = (length: number) => (length < 8_192 ? 10 : 6);

/**
 * @param payload as it was built. @param revision of the widget, for the ETags.
 * @param onGrown called when a form takes more memory.
 */
export function makeForms(
  { full, compact, wordsFor }: Pick<BuiltPayload, 'full' | 'compact' | 'wordsFor'>,
  revision: number,
  onGrown: () => void,
): Forms {
  const texts = { full: Buffer.from(JSON.stringify(full)), compact: JSON.stringify(compact) };
  const made = new Map<Form, Variants | Promise<Variants>>();
  // A text takes two bytes a character at most.
  let size = texts.full.byteLength + 2 * texts.compact.length;

  const textOf = (form: Form) => {
    if (form === undefined) return texts.full;
    if (form === COMPACT) return texts.compact;
    const copy = JSON.parse(texts.compact) as CompactPayload;
    return JSON.stringify({ ...copy, widget: { ...copy.widget, words: wordsFor(form) } });
  };
  const make = async (form: Form): Promise<Variants> => {
    const text = textOf(form);
    // The revision alone is not enough, because notifications start and tokens change without a new one.
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 16);
    const variants = await makeVariants(text, `${revision}-${hash}`, qualityOf(text.length));
    size += sizeOfVariants(variants);
    onGrown();
    return variants;
  };
  const get: Forms['get'] = (form) => {
    const known = made.get(form);
    if (known) return known;
    const isOwn = form === undefined || form === COMPACT || wordsFor(form) !== undefined;
    const making = isOwn ? make(form) : Promise.resolve(get(COMPACT));
    made.set(form, making);
    making.then(
      (variants) => made.set(form, variants),
      () => made.delete(form),
    );
    return making;
  };
  const notifications = () => (JSON.parse(String(texts.full)) as EmbedPayload).notifications;
  return { get, notifications, size: () => size };
}
