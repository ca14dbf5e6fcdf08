// A panel on the right edge for work beside a list, such as an editor; full screen below 768 px.
import { classNames } from './class-names.ts';
import { DialogFrame, type DialogFrameProps } from './dialog-frame.tsx';

type SheetProps = DialogFrameProps & {
  /** md is 480 px for a form, lg 880 px for a form beside a preview. */
  width?: 'md' | 'lg' | undefined;
};

const BOX =
  'fixed inset-y-0 right-0 z-50 flex w-full flex-col border-line bg-surface outline-none data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in md:border-l md:shadow-float';
const WIDTHS = { md: 'md:w-[480px]', lg: 'md:w-[min(880px,calc(100vw-4rem))]' };
const LOOK = {
  header: 'py-4 pl-4 md:py-5 md:pl-6',
  description: 'mt-0.5',
  content: 'px-4 md:px-6',
  footer: 'flex justify-end gap-2 border-line border-t px-4 py-3 md:px-6 md:py-4',
  close: 'top-3.5 right-3 md:top-4 md:right-4',
};

export const Sheet = ({ width = 'md', ...frame }: SheetProps) => (
  <DialogFrame {...frame} look={{ ...LOOK, box: classNames(BOX, WIDTHS[width]) }} />
);
