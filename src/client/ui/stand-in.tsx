// Gives an overlay an element that is not its own: the button or link that stands on the page all the time, while the
// overlay's code is loaded only when somebody comes near.
import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef } from 'react';

type StandInProps = { element: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> };

/** As the only child of a Radix trigger with `asChild`: places the overlay. What opens it is the caller's. */
export function StandIn({ element, ref }: StandInProps) {
  useImperativeHandle(ref, () => element.current as HTMLElement, [element]);
  return null;
}

type Listener = (event: Event) => void;

/** The events by which a Radix tooltip opens and closes. */
const EVENTS = {
  onPointerMove: 'pointermove',
  onPointerLeave: 'pointerleave',
  onPointerDown: 'pointerdown',
  onClick: 'click',
  onFocus: 'focus',
  onBlur: 'blur',
} as const;

type ListenerProps = Partial<Record<keyof typeof EVENTS, Listener>>;

/** The same for a trigger that listens itself: its handlers get the element's events. */
export function ListeningStandIn({ element, ref, ...handlers }: StandInProps & ListenerProps) {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const ending = new AbortController();
    for (const [name, type] of Object.entries(EVENTS)) {
      const listen = (event: Event) => latest.current[name as keyof typeof EVENTS]?.(event);
      target.addEventListener(type, listen, { signal: ending.signal });
    }
    // Somebody has been there since before the code was.
    if (target.matches(':hover')) target.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse' }));
    else if (target.matches(':focus-visible')) latest.current.onFocus?.(new FocusEvent('focus'));
    return () => ending.abort();
  }, [element]);
  return <StandIn element={element} {...(ref && { ref })} />;
}
