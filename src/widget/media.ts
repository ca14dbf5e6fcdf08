// The box before the text: the owner's picture, and the number that the notice tells of; style.css draws what stands
// there with neither. Of a fixed height and least width, so that nothing moves when a picture comes late or not at all.
import type { EmbedNotification } from '#shared/embed/payload.ts';
import { isSafeLink } from '#shared/embed/safe-link.ts';
import { make } from './element.ts';
import { quietly } from './quiet.ts';

export function makeMedia({ image, title, message, count }: EmbedNotification): HTMLElement {
  const isCounting = typeof count === 'number';
  const media = make('div', { className: 'media', ariaHidden: !isCounting });
  if (isSafeLink(image)) {
    const onerror = quietly(() => {
      const [initial = ''] = title || message;
      picture.replaceWith(isCounting ? '' : initial.toUpperCase());
    });
    const picture = make('img', {
      onerror,
      alt: '',
      loading: 'lazy',
      decoding: 'async',
      referrerPolicy: 'no-referrer',
      src: image,
    });
    media.append(picture);
  }
  if (isCounting) {
    // In the visitor's language; from 10,000 on in short, because the box is small, and never rounded up. Small numbers
    // need no grouping, and asking for it costs more than all the rest of a notice.
    const options = { notation: count < 1e4 ? 'standard' : 'compact', maximumFractionDigits: 1, roundingMode: 'floor' };
    const text = count < 1e3 ? `${count}` : count.toLocaleString(undefined, options as Intl.NumberFormatOptions);
    media.append(make('b', { className: 'count' }, text));
  }
  return media;
}
