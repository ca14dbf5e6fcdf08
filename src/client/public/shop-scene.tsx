// A corner of a fictional shop, labeled as such, with a notification rendered by the widget itself.
import { useEffect, useState } from 'react';
import { useMediaQuery } from '#client/hooks/use-media-query.ts';
import { NotificationPreview } from '#client/preview/notification-preview.tsx';
import { DEFAULT_APPEARANCE, DEFAULT_BEHAVIOR } from '#shared/embed/defaults.ts';
import type { Appearance, Behavior, EmbedNotification } from '#shared/embed/payload.ts';
import { MOBILE_BREAKPOINT } from '#shared/limits.ts';
import { MINUTE } from '#shared/time.ts';

/** How long each example is shown, in ms. */
const EXAMPLE_TIME = 6_000;

type Example = Pick<EmbedNotification, 'type' | 'message'> & { minutesAgo: number };

const EXAMPLES: [Example, ...Example[]] = [
  { type: 'purchase', message: 'Ana from Lisbon bought the Oak Desk', minutesAgo: 124 },
  { type: 'review', message: '“Exactly as pictured.” Jonas, on the Linen Lamp', minutesAgo: 310 },
  { type: 'signup', message: 'Priya from Leeds joined the workshop letter', minutesAgo: 18 },
];

// The shop's own colors, as an owner would set them.
const APPEARANCE: Appearance = {
  ...DEFAULT_APPEARANCE,
  brandColors: {
    ...DEFAULT_APPEARANCE.brandColors,
    primaryColor: '#0b5a58',
    secondaryColor: '#e59c1c',
    textColor: '#1b1916',
    borderColor: '#e2dcd0',
  },
  typography: { ...DEFAULT_APPEARANCE.typography, fontFamily: 'Inter Variable' },
};
const BEHAVIOR: Behavior = { ...DEFAULT_BEHAVIOR, position: 'bottom-left' };

export function ShopScene() {
  const isWide = useMediaQuery(`(min-width: ${MOBILE_BREAKPOINT}px)`);
  const [openedAt] = useState(() => Date.now());
  const [shown, setShown] = useState(0);
  useEffect(() => {
    // With reduced motion, show only one example.
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setInterval(() => setShown((before) => before + 1), EXAMPLE_TIME);
    return () => clearInterval(timer);
  }, []);
  const [notifications] = useState(() =>
    EXAMPLES.map(
      ({ minutesAgo, ...example }, at): EmbedNotification => ({
        ...example,
        id: `example-${at}`,
        timestamp: new Date(openedAt - minutesAgo * MINUTE).toISOString(),
      }),
    ),
  );
  const notification = notifications[shown % notifications.length];
  if (!notification) return null;
  return (
    <figure>
      <NotificationPreview
        notification={notification}
        appearance={APPEARANCE}
        behavior={BEHAVIOR}
        isMobile={!isWide}
        isAnimated
        className="h-[380px] rounded-panel border border-line bg-[#fdfdfc] md:h-[440px]"
      >
        <Shop />
      </NotificationPreview>
      <figcaption className="mt-3 text-meta text-muted">
        A made-up shop. The notification is drawn by the same widget your visitors get.
      </figcaption>
    </figure>
  );
}

const Shop = () => (
  <div aria-hidden="true" className="absolute inset-0 text-[#1b1916]">
    <div className="flex items-center justify-between border-[#ebe8e1] border-b px-6 py-4 text-table">
      <span className="font-semibold text-base tracking-tight">Holt &amp; Ash</span>
      <span className="flex gap-5 text-[#635d53] max-sm:hidden">
        <span>Desks</span>
        <span>Lamps</span>
        <span>Basket</span>
      </span>
    </div>
    <div className="m-6 flex h-56 flex-col bg-[#ecedee] p-5 md:h-72">
      <p className="font-semibold">Oak Desk</p>
      <p className="text-[#635d53] text-table">€480</p>
      <Desk />
    </div>
  </div>
);

const Desk = () => (
  <svg viewBox="0 0 300 150" className="mx-auto mt-auto w-full max-w-[340px]" role="presentation">
    <path d="M206 44l-14-26-6 6-20-10 6-6 22 9 18 30z" fill="#2b2f33" />
    <path d="M176 4l26 16-22 14z" fill="#2b2f33" />
    <path d="M196 42h28v5h-28z" fill="#2b2f33" />
    <path d="M20 47h260v12H20z" fill="#c08a50" />
    <path d="M20 59h260v3H20z" fill="#a8763f" />
    <path d="M166 62h92v30h-92z" fill="#cf9d68" />
    <path d="M200 74h24v3h-24z" fill="#a8763f" />
    <path d="M34 62h13l-8 84h-8zM266 62h-13l8 84h8z" fill="#b57f45" />
  </svg>
);
