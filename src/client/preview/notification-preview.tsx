// A notification as visitors see it, rendered by the widget's own view in its own shadow root, over a sketch of a page.
// Nothing in it can be focused or clicked, and nothing is counted.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { DEFAULT_APPEARANCE, DEFAULT_BEHAVIOR } from '#shared/embed/defaults.ts';
import type { Appearance, Behavior, EmbedNotification } from '#shared/embed/payload.ts';
import { styleOf } from '#shared/embed/style.ts';
import { drawAtRest, openPreviewRegion, type PreviewRegion } from './open-region.ts';

type NotificationPreviewProps = {
  notification: EmbedNotification;
  appearance?: Appearance | undefined;
  /** The owner's style sheet as visitors get it. What stands in `appearance` was not checked, and is not used. */
  customCSS?: string;
  behavior?: Behavior | undefined;
  /** Whether changes play the widget's animation; turn it off where every keystroke is a change. */
  isAnimated?: boolean;
  isMobile?: boolean;
  className?: string;
  /** The page behind the notification. */
  children?: ReactNode;
};

// The view has position: fixed. Inside a box that contains its paint, it is fixed to that box. A transform would do the
// same, but with a layer for each of a page of previews.
const FRAME = '[contain:paint]';

export function NotificationPreview({
  notification,
  appearance = DEFAULT_APPEARANCE,
  customCSS = '',
  behavior = DEFAULT_BEHAVIOR,
  isAnimated = false,
  isMobile = false,
  className = '',
  children,
}: NotificationPreviewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [region, setRegion] = useState<PreviewRegion | null>(null);
  const [isUndrawable, setIsUndrawable] = useState(false);

  useEffect(() => {
    if (!frame.current) return;
    const opened = openPreviewRegion(frame.current);
    if (!opened) {
      setIsUndrawable(true);
      return;
    }
    setRegion(opened);
    return () => opened.hostElement.remove();
  }, []);

  useEffect(() => {
    if (!region) return;
    const { animations } = appearance;
    const drawn = {
      ...appearance,
      customCSS,
      animations: { ...animations, enabled: isAnimated && animations.enabled },
    };
    const style = styleOf(drawn, behavior, [notification], isMobile ? 'mobile' : 'desktop');
    drawAtRest(region, notification, behavior, style);
  }, [region, notification, appearance, customCSS, behavior, isAnimated, isMobile]);

  return (
    <div
      role="img"
      aria-label={`As visitors see it: ${[notification.title, notification.message].filter(Boolean).join('. ')}`}
      className={`relative overflow-hidden ${FRAME} ${className}`}
    >
      {children}
      <div ref={frame} inert />
      {isUndrawable && <TooOld />}
    </div>
  );
}

/** In the place of a preview where style sheets can't be constructed. */
export const TooOld = () => (
  <p className="absolute inset-x-5 bottom-5 rounded-control bg-raised px-4 py-3 text-muted">
    This browser is too old to show the preview or the notification.
  </p>
);

/** A schematic page behind the preview. */
export function PageSketch() {
  return (
    <div aria-hidden="true" className="absolute inset-0 bg-[#f3f3f1] p-5">
      <div className="flex items-center justify-between">
        <div className="h-2.5 w-20 rounded-full bg-[#d5d5d0]" />
        <div className="flex gap-2">
          <div className="h-2 w-8 rounded-full bg-[#e1e1dc]" />
          <div className="h-2 w-8 rounded-full bg-[#e1e1dc]" />
        </div>
      </div>
      <div className="mt-6 grid grid-cols-[2fr_3fr] gap-4">
        <div className="h-28 rounded-panel bg-[#e4e4df]" />
        <div className="space-y-2.5 pt-2">
          <div className="h-3 w-3/4 rounded-full bg-[#d5d5d0]" />
          <div className="h-2 w-full rounded-full bg-[#e1e1dc]" />
          <div className="h-2 w-5/6 rounded-full bg-[#e1e1dc]" />
        </div>
      </div>
    </div>
  );
}
