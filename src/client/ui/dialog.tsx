// Overlays: the general dialog, the confirmation dialog and the sheet.
import { AlertDialog as RadixAlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { DialogFrame, type DialogFrameProps, onEscape, SCRIM } from './dialog-frame.tsx';
import { useReturnFocus } from './use-return-focus.ts';

const BOX =
  'fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-panel border border-line bg-surface shadow-float outline-none data-[state=open]:animate-fade-in data-[state=closed]:animate-fade-out';
const FOOTER = 'flex flex-col-reverse gap-2 border-line border-t px-6 py-4 sm:flex-row sm:justify-end';

const SIZES = { sm: 'max-w-[420px]', md: 'max-w-[560px]', lg: 'max-w-[800px]' };

const LOOK = {
  header: 'py-5 pl-6',
  description: 'mt-1',
  content: 'px-6',
  footer: FOOTER,
  close: 'top-4 right-4',
};

export type DialogProps = DialogFrameProps & { size?: 'sm' | 'md' | 'lg' | undefined };

export const Dialog = ({ size = 'md', ...frame }: DialogProps) => (
  <DialogFrame {...frame} look={{ ...LOOK, box: classNames(BOX, SIZES[size]) }} />
);

export type ConfirmDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: ReactNode;
  description: ReactNode;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  tone?: 'danger' | 'default' | undefined;
  /** The action is running: the dialog can't be closed. */
  isBusy?: boolean | undefined;
  /** The caller closes the dialog once the action is done. */
  onConfirm: () => void;
};

export function ConfirmDialog({
  isOpen,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = 'Cancel',
  tone = 'default',
  isBusy = false,
  onConfirm,
}: ConfirmDialogProps) {
  const returnFocus = useReturnFocus(isOpen);
  // Beneath, a dialog that asks would take the key for its own, and ask again.
  const onKeyDown = onEscape(() => !isBusy && onOpenChange(false));
  return (
    <RadixAlertDialog.Root open={isOpen} onOpenChange={(next) => !isBusy && onOpenChange(next)}>
      <RadixAlertDialog.Portal>
        <RadixAlertDialog.Overlay className={SCRIM} />
        <RadixAlertDialog.Content {...returnFocus} onKeyDown={onKeyDown} className={classNames(BOX, SIZES.sm)}>
          <div className="px-6 pt-5 pb-6">
            <RadixAlertDialog.Title className="font-display text-heading">{title}</RadixAlertDialog.Title>
            <RadixAlertDialog.Description className="mt-2 text-muted">{description}</RadixAlertDialog.Description>
          </div>
          <footer className={FOOTER}>
            <RadixAlertDialog.Cancel asChild>
              <Button variant="secondary" disabled={isBusy}>
                {cancelLabel}
              </Button>
            </RadixAlertDialog.Cancel>
            <Button variant={tone === 'danger' ? 'danger' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </footer>
        </RadixAlertDialog.Content>
      </RadixAlertDialog.Portal>
    </RadixAlertDialog.Root>
  );
}

type SheetProps = DialogFrameProps & {
  /** md is 480 px for a form, lg 880 px for a form beside a preview. */
  width?: 'md' | 'lg' | undefined;
};

const SHEET_BOX =
  'fixed inset-y-0 right-0 z-50 flex w-full flex-col border-line bg-surface outline-none data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in md:border-l md:shadow-float';
const SHEET_WIDTHS = { md: 'md:w-[480px]', lg: 'md:w-[min(880px,calc(100vw-4rem))]' };
const SHEET_LOOK = {
  header: 'py-4 pl-4 md:py-5 md:pl-6',
  description: 'mt-0.5',
  content: 'px-4 md:px-6',
  footer: 'flex justify-end gap-2 border-line border-t px-4 py-3 md:px-6 md:py-4',
  close: 'top-3.5 right-3 md:top-4 md:right-4',
};

/** A panel on the right edge for work beside a list, such as an editor; full screen below 768 px. */
export const Sheet = ({ width = 'md', ...frame }: SheetProps) => (
  <DialogFrame {...frame} look={{ ...SHEET_LOOK, box: classNames(SHEET_BOX, SHEET_WIDTHS[width]) }} />
);
