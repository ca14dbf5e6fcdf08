// Gives an overlay an element that is not its own: the button or link that stands on the page all the time, while the
// overlay's code is loaded only when somebody comes near.
import { type Ref, type RefObject, useImperativeHandle } from 'react';

type StandInProps = { element: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> };

/** As the only child of a Radix trigger with `asChild`: places the overlay. What opens it is the caller's. */
export function StandIn({ element, ref }: StandInProps) {
  useImperativeHandle(ref, () => element.current as HTMLElement, [element]);
  return null;
}
