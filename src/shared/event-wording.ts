// What visitors read of an event: no more of the person than the source's privacy lets through, and nothing that isn't a
// name in place of one. The server writes notifications by it, and the source's screen its preview. Pure.
import type { EventKind } from './contract/event.ts';
import type { SourcePrivacy } from './contract/source.ts';
import { shownNameOf } from './facts/persons.ts';
import { countryName, countryOf, isRegionCode, placeOf } from './facts/places.ts';
import { MESSAGE_MAX, TITLE_MAX } from './limits.ts';
import { shorten } from './shorten.ts';
import { fillTemplateText } from './template-text.ts';
import { DAY, HOUR, MINUTE } from './time.ts';

export type Place = { country: string | null; region: string | null; city: string | null };

/** What of an event its words are made of. */
export type WordedEvent = Place & {
  kind: EventKind;
  occurredAt: string;
  firstName: string | null;
  subjectName: string | null;
  quantity: number | null;
  amount: number | null;
  currency: string | null;
  text: string | null;
};

/** The texts of a template. */
type WordedTemplate = { settings: { message: string; title?: string | null | undefined } };

/** Who nobody shall be able to recognize. */
const ANYBODY = 'Someone';

/** @returns the name as visitors read it; null when the event has none that may be shown. */
function nameOf({ firstName }: WordedEvent, { name }: SourcePrivacy, isOffensive: (word: string) => boolean) {
  const word = name === 'none' || firstName === null ? null : shownNameOf(firstName);
  if (word === null || isOffensive(word)) return null;
  if (name === 'initial') return `${new Intl.Segmenter().segment(word)[Symbol.iterator]().next().value?.segment}.`;
  return word;
}

const LEVELS = ['city', 'region', 'country'] as const;

/**
 * @returns the places that may stand for where the event came from, the most exact first: what has to come from there
 * often enough, and what it is called.
 */
export function placesOf(
  { city, region, country }: Place,
  { place }: Pick<SourcePrivacy, 'place'>,
): { where: Partial<Place>; label: string }[] {
  if (place === 'none') return [];
  const places = {
    // Stored before places were read, they may still be anything.
    city: { where: { country, region, city }, label: city && placeOf(city) },
    region: { where: { country, region }, label: region && !isRegionCode(region) && placeOf(region) },
    country: { where: { country }, label: country && countryOf(country) && countryName(country) },
  };
  return LEVELS.slice(LEVELS.indexOf(place)).flatMap((level) => {
    const { where, label } = places[level];
    return label ? [{ where, label }] : [];
  });
}

function priceOf({ amount, currency }: WordedEvent): string | null {
  if (amount === null || currency === null) return null;
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount);
}

type Words = { who: string; product: string | null; price: string | null };

function sentenceOf(event: WordedEvent, { who, product, price }: Words): { message: string; title: string | null } {
  const count = event.quantity !== null && event.quantity > 1 ? `${event.quantity} × ` : '';
  switch (event.kind) {
    case 'purchase': {
      const bought = product ? `bought ${count}${product}` : 'placed an order';
      return { title: null, message: `${who} ${bought}${price ? ` for ${price}` : ''}` };
    }
    case 'signup':
      return { title: null, message: `${who} signed up${product ? ` for ${product}` : ''}` };
    case 'review':
      return event.text
        ? { title: product ? `${who} on ${product}` : who, message: event.text }
        : { title: null, message: `${who} reviewed ${product ?? 'a purchase'}` };
    case 'custom':
      return { title: null, message: event.text ?? who };
  }
}

/**
 * @param place what visitors may read of where it came from; null for nothing.
 * @param template fills its variables; one that needs what the event doesn't have gives way to our own sentence.
 */
export function wordingOf(
  event: WordedEvent,
  privacy: SourcePrivacy,
  place: string | null,
  template: WordedTemplate | null,
  isOffensive: (word: string) => boolean,
): { message: string; title: string | null } {
  const name = nameOf(event, privacy, isOffensive);
  const product = event.subjectName;
  const price = privacy.amount ? priceOf(event) : null;
  const own = sentenceOf(event, { who: `${name ?? ANYBODY}${place ? ` from ${place}` : ''}`, product, price });
  const values = {
    name: name ?? ANYBODY,
    city: place ?? undefined,
    product: product ?? undefined,
    count: event.quantity?.toString(),
  };
  const message = template && fillTemplateText(template.settings.message, values);
  const title = template?.settings.title ? fillTemplateText(template.settings.title, values) : null;
  const isFilled = message && message.text !== '' && message.missing.length === 0 && (title?.missing.length ?? 0) === 0;
  const words = isFilled ? { message: message.text, title: title?.text || null } : own;
  return { message: shorten(words.message, MESSAGE_MAX), title: words.title && shorten(words.title, TITLE_MAX) };
}

/** Times of events are rounded down to it, and to the hour after a day. */
export const TIME_STEP = 5 * MINUTE;

/** @returns when the event happened, as visitors may know it. ISO text. */
export function timeOf({ occurredAt }: Pick<WordedEvent, 'occurredAt'>, { time }: SourcePrivacy, now: number): string {
  if (time === 'exact') return occurredAt;
  const at = Date.parse(occurredAt);
  const step = now - at >= DAY ? HOUR : TIME_STEP;
  return new Date(Math.floor(at / step) * step).toISOString();
}
