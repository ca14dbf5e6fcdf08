// A browser's window or a phone, and in it a page of a real size, made smaller to fit.
import { Lock } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { Appearance, Behavior } from '#shared/embed/payload.ts';
import { MOBILE_BREAKPOINT } from '#shared/limits.ts';
import type { PreviewView } from './use-view.ts';

/** A notification stays readable down to about this scale. */
const SCALE = 0.62;
/** Pixels of the page: as wide as the smallest desktop to the most common laptop. */
const DESKTOP = { min: MOBILE_BREAKPOINT, max: 1280, ratio: 0.64 };
const PHONE = { width: 390, height: 690 };
/** The phone is no taller than this on the owner's screen. */
const PHONE_MAX = 456;

type PageSize = { width: number; height: number; scale: number };

/**
 * @param room pixels of the owner's screen.
 * @param closeUp pixels of the page that a close-up shows at least: there it is drawn in its real size if it fits.
 * @returns the page's own size, and how much smaller it is drawn.
 */
function pageSizeOf(room: number, screen: PreviewView['screen'], closeUp?: number): PageSize {
  if (screen === 'phone') {
    const fitting = Math.min(1, room / PHONE.width);
    return { ...PHONE, scale: closeUp ? fitting : Math.min(fitting, PHONE_MAX / PHONE.height) };
  }
  const width = Math.round(Math.min(DESKTOP.max, Math.max(DESKTOP.min, room / SCALE)));
  return { width, height: Math.round(width * DESKTOP.ratio), scale: Math.min(1, room / (closeUp ?? width)) };
}

/** A notification is 26 em wide (style.css) and has 20 pixels on either side. */
const closeUpOf = ({ typography }: Appearance) => 26 * Number.parseFloat(typography.fontSize) + 40;

type PageFrameProps = {
  view: PreviewView;
  settings: { appearance: Appearance; behavior: Behavior };
  address: string;
  children: ReactNode;
};

export function PageFrame({ view, settings, address, children }: PageFrameProps) {
  const outer = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  const isPhone = view.screen === 'phone';
  const isDark = view.page === 'dark';

  useLayoutEffect(() => {
    const element = outer.current;
    if (!element) return;
    const measure = () => setRoom(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // The edges take some of the room.
  const inside = Math.max(0, room - (isPhone ? 16 : 2));
  const whole = pageSizeOf(inside, view.screen);
  const isClose = view.zoom === 'close-up';
  const { width, height, scale } = isClose ? pageSizeOf(inside, view.screen, closeUpOf(settings.appearance)) : whole;
  const box = isPhone
    ? { width: width * scale, height: whole.height * whole.scale }
    : { width: inside, height: Math.max(whole.height * whole.scale, isClose ? 280 : 0) };
  // A close-up is of the notification's corner.
  const { position, mobilePosition } = settings.behavior;
  const [edge, side] = isPhone ? [mobilePosition, 'left'] : position.split('-');
  const x = (box.width - width * scale) * (side === 'left' ? 0 : side === 'right' ? 1 : 0.5);
  const y = edge === 'top' ? 0 : box.height - height * scale;

  const bar = isDark ? 'border-[#2e2d2a] bg-[#24231f] text-[#b9b4a8]' : 'border-[#e3e1dc] bg-[#f1f0ed] text-[#5d5a53]';
  const field = isDark ? 'bg-[#1a1916]' : 'bg-[#ffffff]';
  return (
    <div ref={outer} className="min-w-0">
      <div
        className={`mx-auto overflow-hidden ${isPhone ? 'w-fit rounded-[26px] border-8 border-[#1d1c1a] shadow-float dark:border-[#3a3832]' : 'rounded-panel border border-line shadow-float'}`}
        style={{ visibility: room ? undefined : 'hidden' }}
      >
        <div aria-hidden="true" className={`flex items-center gap-3 border-b px-3 ${isPhone ? 'h-8' : 'h-9'} ${bar}`}>
          {!isPhone && (
            <span className="flex gap-1.5">
              {['one', 'two', 'three'].map((dot) => (
                <span key={dot} className="size-2.5 rounded-full bg-current opacity-30" />
              ))}
            </span>
          )}
          <span
            className={`flex min-w-0 flex-1 items-center justify-center gap-1.5 rounded-full px-3 py-0.5 text-meta ${field}`}
          >
            <Lock size={10} className="shrink-0 opacity-70" />
            <span className="truncate">{address}</span>
          </span>
          {!isPhone && <span className="w-9" />}
        </div>
        <div className="relative overflow-hidden" style={{ ...box, contain: 'paint' }}>
          <div
            data-preview-page=""
            className="absolute top-0 left-0 origin-top-left overflow-hidden"
            style={{
              width,
              height,
              // The widget is fixed to a transformed box, and its queries about the screen ask this container.
              containerType: 'size',
              transform: `translate(${x}px, ${y}px) scale(${scale})`,
            }}
          >
            {children}
          </div>
        </div>
      </div>
    </div>
  );
}
