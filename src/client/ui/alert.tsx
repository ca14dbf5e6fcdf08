// A message that stays on the page: a colored rule on the left, an icon, a text and an optional action.
import { BadgeCheck, CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type Tone = 'info' | 'danger' | 'proof' | 'success';

type AlertProps = {
  tone: Tone;
  title?: string | undefined;
  children: ReactNode;
  action?: ReactNode;
  /** Whether it comes while the page is in use, and no live region or focus tells of it. */
  isNews?: boolean;
};

const TONES: Record<Tone, { icon: typeof Info; box: string; mark: string }> = {
  info: { icon: Info, box: 'border-l-accent bg-accent-tint', mark: 'text-accent' },
  danger: { icon: CircleAlert, box: 'border-l-danger bg-danger-tint', mark: 'text-danger' },
  proof: { icon: BadgeCheck, box: 'border-l-proof bg-proof-tint', mark: 'text-proof-ink' },
  success: { icon: CircleCheck, box: 'border-l-success bg-success-tint', mark: 'text-success' },
};

/**
 * Screen readers announce a danger at once (role alert) and news in their turn (role status). Whatever stands there from
 * the beginning has no role: it is read in its place.
 */
export function Alert({ tone, title, children, action, isNews = false }: AlertProps) {
  const { icon: Icon, box, mark } = TONES[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : isNews ? 'status' : undefined}
      className={classNames('flex flex-wrap items-start gap-x-4 gap-y-3 rounded-control border-l-3 px-4 py-3', box)}
    >
      <div className="flex min-w-0 flex-1 basis-60 gap-3">
        <Icon aria-hidden="true" size={18} strokeWidth={2} className={classNames('mt-px shrink-0', mark)} />
        <div className="min-w-0">
          {title && <p className="font-semibold">{title}</p>}
          <div className="text-pretty">{children}</div>
        </div>
      </div>
      {action}
    </div>
  );
}
