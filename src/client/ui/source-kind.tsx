// The icon of each kind of source.
import { Braces, CreditCard, FileSpreadsheet, type LucideIcon, ShoppingBag, ShoppingCart, Webhook } from 'lucide-react';
import type { SourceKind } from '#shared/source-kinds.ts';

const ICONS: Record<SourceKind, LucideIcon> = {
  shopify: ShoppingBag,
  woocommerce: ShoppingCart,
  stripe: CreditCard,
  webhook: Webhook,
  api: Braces,
  csv: FileSpreadsheet,
};

/** The icon in its tile. Decorative: the name is always next to it. */
export function SourceGlyph({ kind, size = 36 }: { kind: SourceKind; size?: 36 | 44 }) {
  const Icon = ICONS[kind];
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center rounded-control bg-accent-tint text-accent ${size === 44 ? 'size-11' : 'size-9'}`}
    >
      <Icon size={size === 44 ? 22 : 18} strokeWidth={1.75} />
    </span>
  );
}
