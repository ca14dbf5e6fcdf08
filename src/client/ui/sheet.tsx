// A panel from the right edge for work beside a list, such as an editor; the whole screen below 768 px.
import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { useReturnFocus } from './use-return-focus.ts';

type SheetProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  /** md is 480 px for a form, lg 880 px for a form beside a preview. */
  width?: 'md' | 'lg' | undefined;
};

const WIDTHS = { md: 'md:w-[480px]', lg: 'md:w-[min(880px,calc(100vw-4rem))]' };

export function Sheet({ isOpen, onOpenChange, title, description, children, footer, width = 'md' }: SheetProps) {
  const returnFocus = useReturnFocus(isOpen);
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-40 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <RadixDialog.Content
          {...returnFocus}
          className={classNames(
            'fixed inset-y-0 right-0 z-50 flex w-full flex-col border-line bg-surface outline-none data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in md:border-l md:shadow-float',
            WIDTHS[width],
          )}
          // Radix warns unless the absence of a description is said.
          {...(description === undefined && { 'aria-describedby': undefined })}
        >
          <header className="border-line border-b py-4 pr-16 pl-4 md:py-5 md:pl-6">
            <RadixDialog.Title className="font-display text-heading">{title}</RadixDialog.Title>
            {description !== undefined && (
              <RadixDialog.Description className="mt-0.5 text-muted">{description}</RadixDialog.Description>
            )}
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-4 py-5 md:px-6">{children}</div>
          {footer !== undefined && (
            <footer className="flex justify-end gap-2 border-line border-t px-4 py-3 md:px-6 md:py-4">{footer}</footer>
          )}
          {/* Last, so that the focus comes to the first field of the content. */}
          <RadixDialog.Close asChild>
            <IconButton label="Close" className="absolute top-3.5 right-3 md:top-4 md:right-4">
              <X aria-hidden="true" size={18} />
            </IconButton>
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
