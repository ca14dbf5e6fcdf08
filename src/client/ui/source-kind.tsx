// The icon and name of each kind of source.
import { Braces, CreditCard, FileSpreadsheet, type LucideIcon, ShoppingBag, ShoppingCart, Webhook } from 'lucide-react';
import type { SourceKind } from '#shared/contract/source.ts';

export const SOURCE_KIND_LOOKS: Record<SourceKind, { label: string; icon: LucideIcon }> = {
  shopify: { label: 'Shopify', icon: ShoppingBag },
  woocommerce: { label: 'WooCommerce', icon: ShoppingCart },
  stripe: { label: 'Stripe', icon: CreditCard },
  webhook: { label: 'Webhook', icon: Webhook },
  api: { label: 'API', icon: Braces },
  csv: { label: 'CSV', icon: FileSpreadsheet },
};

/** The icon in its tile. Decorative: the name is always next to it. */
export function SourceGlyph({ kind, size = 36 }: { kind: SourceKind; size?: 36 | 44 }) {
  const { icon: Icon } = SOURCE_KIND_LOOKS[kind];
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center rounded-control bg-accent-tint text-accent ${size === 44 ? 'size-11' : 'size-9'}`}
    >
      <Icon size={size === 44 ? 22 : 18} strokeWidth={1.75} />
    </span>
  );
}
