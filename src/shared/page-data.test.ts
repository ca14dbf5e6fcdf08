import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BILLING_MESSAGES } from './billing-messages.ts';
import {
  CONDITIONS,
  combinationsOf,
  conditionsOf,
  DATA_PLACEHOLDER,
  fillPage,
  type PageData,
  placeholderData,
  variantOf,
} from './page-data.ts';
import { pricingOf } from './pricing.ts';

const bytes = { raw: 3, gzip: 2, brotli: 1 };
const known = {
  version: '1.0.0',
  widget: {
    file: 'w.js',
    integrity: 'sha384-x',
    bytes,
    script: { file: 's.js', bytes },
    conditions: { file: 'r.js', bytes },
    cost: { file: 'c.js', bytes },
  },
};
const NO_PRICE = { monthly: '', annual: '' };
const NO_PRICES = { starter: NO_PRICE, growth: NO_PRICE, agency: NO_PRICE };

const dataOf = (
  over: Partial<PageData['meta']> = {},
  freeSites = 1,
  offer: PageData['offer'] = { buying: 'test', reason: null },
): PageData => ({
  meta: {
    ...known,
    publicUrl: 'https://bell.example',
    mail: 'smtp',
    operator: { name: null, address: null },
    contact: { isOpen: false, email: null },
    ...over,
  },
  pricing: pricingOf(freeSites, NO_PRICES),
  offer,
});

describe('the conditions of a page', () => {
  it.each([
    [1, '0'],
    [2, '0'],
    [3, '1'],
    [10, '2'],
    [49, '2'],
    [50, '3'],
    [10_000, '3'],
  ])('with %i sites on Free, %s of the paid plans are pointless', (freeSites, pointless) => {
    expect(conditionsOf(dataOf({}, freeSites)).pointless).toBe(pointless);
  });

  it('are those of an installation', () => {
    const data = dataOf(
      { operator: { name: 'Oak', address: null }, contact: { isOpen: true, email: 'a@oak.example' } },
      1,
      { buying: 'off', reason: BILLING_MESSAGES.nothingForSale },
    );
    expect(conditionsOf(data)).toEqual({
      contact: 'open',
      operator: 'named',
      address: 'none',
      buying: 'off',
      pointless: '0',
    });
    expect(variantOf(['buying', 'operator'], conditionsOf(data))).toBe('off~named');
    expect(variantOf([], conditionsOf(data))).toBe('');
  });

  it('are rendered in every combination, each with data that has them', () => {
    expect(combinationsOf([])).toHaveLength(1);
    const all = combinationsOf(['contact', 'operator', 'address', 'buying', 'pointless']);
    expect(all).toHaveLength(2 * 2 * 2 * 3 * 4);
    expect(new Set(all.map((values) => JSON.stringify(values))).size).toBe(all.length);
    for (const values of all) expect(conditionsOf(placeholderData(values, known))).toEqual(values);
    expect(CONDITIONS.buying).toHaveLength(3);
  });
});

describe('filling a page in', () => {
  const values = {
    ...combinationsOf([])[0],
    operator: 'named',
    address: 'given',
    contact: 'open',
    buying: 'off',
  } as const;
  const placeholders = placeholderData(values as Parameters<typeof placeholderData>[0], known);
  const page = `<p title="${placeholders.meta.operator.name}">${placeholders.meta.operator.address}</p>
    <a href="mailto:${placeholders.meta.contact.email}">${placeholders.meta.publicUrl}/x</a>
    <b>${placeholders.pricing.plans[0]?.features[0]}</b><i>${placeholders.offer.reason}</i>
    <script type="application/json">${DATA_PLACEHOLDER}</script>`;

  it('puts each value in its place', () => {
    const data = dataOf(
      { operator: { name: 'Oak', address: '1 Mill Lane' }, contact: { isOpen: true, email: 'hi@oak.example' } },
      7,
      { buying: 'off', reason: 'Not here.' },
    );
    const filled = fillPage(page, data);
    expect(filled).toContain('<p title="Oak">1 Mill Lane</p>');
    expect(filled).toContain('<a href="mailto:hi@oak.example">https://bell.example/x</a>');
    expect(filled).toContain('<b>7 sites</b><i>Not here.</i>');
    expect(filled).not.toMatch(/[⟦⟧]|\.invalid/);
  });

  it('leaves a value as it is that reads like a placeholder, whichever it is', () => {
    const { operator, contact, publicUrl } = placeholders.meta;
    const all = [
      operator.name,
      operator.address,
      contact.email,
      publicUrl,
      placeholders.offer.reason,
      DATA_PLACEHOLDER,
    ];
    const free = placeholders.pricing.plans[0]?.features[0];
    const text = [...all, free].join(' ');
    const filled = fillPage(page, dataOf({ operator: { name: text, address: text } }));
    expect(filled).toContain(`<p title="${text}">${text}</p>`);
    expect(filled.match(/application\/json/g)).toHaveLength(1);
  });

  it('lets no value be more than text, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, address) => {
        const hostile = `</script><img src=x onerror=alert(1)>"'&${name}$&`;
        const data = dataOf({ operator: { name: hostile, address }, contact: { isOpen: true, email: 'a@b.example' } });
        const filled = fillPage(page, data);
        expect(filled.match(/<img|<\/script>/g)).toEqual(['</script>']);
        const json = /<script type="application\/json">(.*)<\/script>/s.exec(filled)?.[1] ?? '';
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(data)));
      }),
    );
  });
});
