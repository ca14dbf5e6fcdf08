// A notice as visitors see it: the widget's own view, in its own shadow root, inside a picture of a page. Nothing in it
// can be reached or clicked, and nothing is counted.
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { DEFAULT_APPEARANCE, DEFAULT_BEHAVIOR } from '#shared/embed/defaults.ts';
import type { Appearance, Behavior, EmbedNotification } from '#shared/embed/payload.ts';
import { styleOf } from '#shared/embed/style.ts';
import { openRegion, type Region, renderNotice } from '#widget/view.ts';

type NoticePreviewProps = {
  notice: EmbedNotification;
  appearance?: Appearance | undefined;
  behavior?: Behavior | undefined;
  /** Whether a change comes in with the widget's animation; off where every keystroke is a change. */
  isAnimated?: boolean;
  isMobile?: boolean;
  className?: string;
  /** The page behind the notice. */
  children?: ReactNode;
};

// The view places itself with position: fixed; a transformed box is what it is then fixed to.
const FRAME: CSSProperties = { transform: 'translateZ(0)', contain: 'paint' };

const NO_HANDLERS = { onClick() {}, onDismiss() {}, onHold() {} };

export function NoticePreview({
  notice,
  appearance = DEFAULT_APPEARANCE,
  behavior = DEFAULT_BEHAVIOR,
  isAnimated = false,
  isMobile = false,
  className = '',
  children,
}: NoticePreviewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [region, setRegion] = useState<Region | null>(null);
  const [isUndrawable, setIsUndrawable] = useState(false);

  useEffect(() => {
    if (!frame.current) return;
    let opened: Region;
    try {
      opened = openRegion(frame.current);
    } catch {
      // Browsers before 2023 cannot construct style sheets: what cannot be drawn must not end the editor.
      setIsUndrawable(true);
      return;
    }
    // Screen readers hear of real notices, not of each letter typed into a sketch of one.
    opened.element.removeAttribute('role');
    opened.element.setAttribute('aria-live', 'off');
    setRegion(opened);
    return () => opened.host.remove();
  }, []);

  useEffect(() => {
    if (!region) return;
    const drawn = isAnimated ? appearance : { ...appearance, animations: { ...appearance.animations, enabled: false } };
    const style = styleOf(drawn, behavior, [notice.type], isMobile ? 'mobile' : 'desktop');
    renderNotice(region, { notice, style, interaction: behavior.interaction, now: Date.now() }, NO_HANDLERS);
  }, [region, notice, appearance, behavior, isAnimated, isMobile]);

  return (
    <div
      role="img"
      aria-label={`As visitors see it: ${[notice.title, notice.message].filter(Boolean).join('. ')}`}
      className={`relative overflow-hidden ${className}`}
      style={FRAME}
    >
      {children}
      <div ref={frame} inert />
      {isUndrawable && (
        <p className="absolute inset-x-5 bottom-5 rounded-control bg-raised px-4 py-3 text-muted">
          This browser is too old to draw the preview, and the notice.
        </p>
      )}
    </div>
  );
}
