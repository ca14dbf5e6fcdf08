// What was bought, by the names of an order's lines: the first real product. Tips, gift cards, shipping, fees and deposits are
// lines, and no products. Pure.

/** Longer than a line that is no product is called. */
const NAME_MAX = 60;

/** A price or a value at the end of a name: 'Gift card - $25.00', 'Tip (2 €)'. */
const PRICE_AT_END = /[ :–-]*\(? ?(?:\p{Sc}|[A-Z]{2,3} )? ?\d[\d.,]* ?(?:\p{Sc}|[A-Z]{3}|%)? ?\)?$/u;

/** Whole names, in English and the languages that shops of the same software have most. */
const NO_PRODUCT = new RegExp(
  `^(?:${[
    'tips?|gratuity|trinkgeld|pourboire|propina|gorjeta|mancia|fooi',
    '(?:e-?|digital |physical |store )?gift ?(?:cards?|vouchers?|certificates?)|vouchers?|store credit|gutschein|geschenk(?:karte|gutschein)|carte[ -]cadeau|tarjeta de regalo|cartão[ -]presente|buono regalo|cadeau(?:bon|kaart)',
    '(?:free |standard |express |local |flat rate )?(?:shipping|delivery|postage|freight)(?: (?:and|&) handling)?|handling|versand(?:kosten)?|porto|lieferung|livraison|frais de (?:port|livraison)|envío|gastos de envío|frete|spedizione|verzend(?:ing|kosten)',
    '(?:(?:shipping|delivery|service|handling|processing|payment|transaction|booking|cleaning|convenience|card|cod|cash on delivery|small order|rush|setup|set-up|platform|admin) )?(?:fees?|charges?|surcharges?)|service ?gebühr|gebühr|frais(?: de service)?',
    '(?:security |refundable )?deposit|(?:down|part|partial|balance|remaining|final) ?payment|anzahlung|kaution|pfand|acompte|señal|caparra',
    'donation|spende|don|donación|doação|donazione',
    '(?:sales )?tax|vat|mwst|discount|coupon|rounding|rabatt',
    '(?:shipping|route|order|package|delivery) (?:insurance|protection)|insurance',
  ].join('|')})$`,
  'iu',
);

/** @returns whether a line of this name is no product. */
export const isNoProduct = (name: string): boolean =>
  name.length <= NAME_MAX && NO_PRODUCT.test(name.trim().replace(/\s+/g, ' ').replace(PRICE_AT_END, '').trim());

/**
 * @param nameOf a line's product, without its variant: visitors read 'Oak Desk', not 'Oak Desk - brown / L'.
 * @param isLeft whether any of the line is still bought, and it is a product as far as its shop says.
 * @returns the first line that is a product.
 */
export const firstProduct = (
  lines: readonly unknown[],
  nameOf: (line: unknown) => string | undefined,
  isLeft: (line: unknown) => boolean,
): unknown => lines.find((line) => isLeft(line) && !isNoProduct(nameOf(line) ?? ''));
