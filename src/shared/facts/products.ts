// What was bought, by the names of an order's lines: the first real product. Tips, gift cards, shipping, fees and deposits are
// lines, and no products. And by what a payment's sender wrote beside it. Pure.
import { isPlaceholder } from './persons.ts';

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

/** Longer than a product is called. */
const WORDING_MAX = 100;

/** An address, a link, a number, a code or an id. */
const CODE = /[@#{}<>|\\=_]|:\/\/|www\.|\d{3}|(?=\S*\d\S*\d)(?=\S*\p{L})\S{8,}/u;

/** What is paid, and not what for; or who is greeted. In the languages of NO_PRODUCT. */
const OF_PAYMENT = new RegExp(
  `(?<!\\p{L})(?:${[
    'orders?|invoice|receipt|payment|charge|purchase|checkout|transaction|booking|reservation|appointment|instal+ment|cart|basket',
    'bestell(?:ung|nummer)|auftrag|rechnung|zahlung|buchung|reservierung|termin|rate|kauf',
    'commande|facture|paiement|réservation|achat|pedido|factura|pago|reserva|cita|compra',
    'encomenda|fatura|pagamento|ordine|fattura|prenotazione|acquisto|bestelling|factuur|betaling|boeking',
    'mr|mrs|ms|miss|dr|prof|herr|frau|mme|mlle|monsieur|madame|sr|sra|señora?|dhr|mevr',
  ].join('|')})(?!\\p{L})`,
  'iu',
);

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];

/**
 * @param wording that a shop's own code wrote beside a payment: visitors would read it.
 * @param buyer whatever is known of who paid: names, an email address.
 * @returns it where it reads like a product's name; undefined where it says whom or which order the payment is for.
 */
export function productInWording(wording: string, buyer: readonly (string | undefined)[]): string | undefined {
  const text = wording.trim();
  if (text.length > WORDING_MAX || !/\p{L}/u.test(text)) return undefined;
  if (CODE.test(text) || OF_PAYMENT.test(text) || isNoProduct(text) || isPlaceholder(text)) return undefined;
  const own = new Set(buyer.flatMap((one) => wordsOf(one?.replace(/@.*/, '') ?? '')));
  return wordsOf(text).some((word) => own.has(word)) ? undefined : text;
}
