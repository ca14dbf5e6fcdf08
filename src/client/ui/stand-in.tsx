// Gives an overlay an element that is not its own: the button or link that stands on the page all the time, while the
// overlay's code is loaded only when somebody comes near.
import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef } from 'react';

type StandInProps = { element: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> };

/** As the only child of a Radix trigger with `asChild`: places the overlay. What opens it is the caller's. */
export function StandIn({ element, ref }: StandInProps) {
  useImperativeHandle(ref, () => element.current as HTMLElement, [element]);
  return null;
}

type ListeningStandInProps = StandInProps & {
  /** The trigger's handlers that are to get the element's events, and of which type. A constant. */
  events: Readonly<Record<string, string>>;
};

/** The same for a trigger that also listens itself, besides the element's own handlers. */
export function ListeningStandIn({ element, ref, events, ...handlers }: ListeningStandInProps) {
  const latest = useRef<Record<string, unknown>>(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const ending = new AbortController();
    for (const [name, type] of Object.entries(events)) {
      const listen = (event: Event) => {
        const handler = latest.current[name];
        if (typeof handler === 'function') handler(event);
      };
      target.addEventListener(type, listen, { signal: ending.signal });
    }
    return () => ending.abort();
  }, [element, events]);
  return <StandIn element={element} {...(ref && { ref })} />;
}
