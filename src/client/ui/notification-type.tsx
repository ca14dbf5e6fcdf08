// The icon and name of each notification type.
import {
  Eye,
  type LucideIcon,
  Megaphone,
  MessageSquare,
  PackageMinus,
  ShoppingBag,
  Star,
  TicketPercent,
  Trophy,
  UserPlus,
} from 'lucide-react';
import type { NotificationType } from '#shared/embed/payload.ts';

export const NOTIFICATION_TYPE_LOOKS: Record<NotificationType, { label: string; icon: LucideIcon }> = {
  purchase: { label: 'Purchase', icon: ShoppingBag },
  signup: { label: 'Sign-up', icon: UserPlus },
  review: { label: 'Review', icon: Star },
  visitors: { label: 'Visitors', icon: Eye },
  'low-stock': { label: 'Low stock', icon: PackageMinus },
  announcement: { label: 'Announcement', icon: Megaphone },
  discount: { label: 'Discount', icon: TicketPercent },
  milestone: { label: 'Milestone', icon: Trophy },
  custom: { label: 'Custom', icon: MessageSquare },
};

/** The icon, named for screen readers. */
export function NotificationTypeGlyph({ type }: { type: NotificationType }) {
  const { label, icon: Icon } = NOTIFICATION_TYPE_LOOKS[type];
  return (
    <span className="inline-grid size-5 shrink-0 place-items-center text-muted" title={label}>
      <Icon aria-hidden="true" size={16} strokeWidth={1.75} />
      <span className="sr-only">{label}</span>
    </span>
  );
}
