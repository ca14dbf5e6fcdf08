// The plan's name; an active subscription is set apart from Free.
import type { User } from '#shared/contract/account.ts';
import { Badge } from '../ui/badge.tsx';

export function PlanBadge({ user: { subscription } }: { user: User }) {
  const isSubscribed = subscription.status === 'active' && subscription.type !== null;
  const plan = subscription.type ?? 'free';
  return <Badge tone={isSubscribed ? 'accent' : 'neutral'}>{plan.charAt(0).toUpperCase() + plan.slice(1)}</Badge>;
}
