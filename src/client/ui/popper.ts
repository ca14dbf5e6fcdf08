// The frame of what floats beside its button: menus, the lists of selects, popovers.
import { classNames } from './class-names.ts';

/** @returns the props that the content of each has in Radix. @param className its size and padding. */
export const popper = (className: string) => ({
  sideOffset: 4,
  collisionPadding: 8,
  className: classNames('z-60 animate-rise-in rounded-panel border border-line bg-raised shadow-float', className),
});
