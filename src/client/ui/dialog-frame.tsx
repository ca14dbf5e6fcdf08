// The frame shared by all overlays: scrim, header, scrolling content, footer, close button. `look` sets its position
// and size.
import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { IconButton } from './button.tsx';
import { useReturnFocus } from './use-return-focus.ts';

/** As high as the dialogs, so that one opened later covers those before. */
export const SCRIM =
  'fixed inset-0 z-50 bg-scrim data-[state=open]:animate-fade-in data-[state=closed]:animate-fade-out';

/**
 * Radix starts listening two renders after a dialog is painted: on a slow machine, long enough to miss a key.
 * @returns what the dialog's content does on a key.
 */
export const onEscape = (close: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  event.preventDefault();
  close();
};

/** Props shared by all dialogs. */
export type DialogFrameProps = {
  isOpen: boolean;
  /** A dialog with `onClosed` is asked whether it may close; any other is told. */
  onOpenChange: (isOpen: boolean) => unknown;
  /** For a dialog that is unmounted when it closes: called once it has moved out. */
  onClosed?: (() => void) | undefined;
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
};

/** Class names for the parts, added to those of every frame. */
type FrameLook = Record<'box' | 'header' | 'description' | 'content' | 'footer' | 'close', string>;

export function DialogFrame({
  isOpen,
  onOpenChange,
  onClosed,
  title,
  description,
  children,
  footer,
  look,
}: DialogFrameProps & { look: FrameLook }) {
  // In here, so that closing renders the frame and not all that is in it.
  const [isLeaving, setIsLeaving] = useState(false);
  const isShown = isOpen && !isLeaving;
  const returnFocus = useReturnFocus(isShown, isLeaving ? onClosed : undefined);
  const change = (next: boolean) => {
    if (onOpenChange(next) && onClosed) setIsLeaving(true);
  };
  return (
    <RadixDialog.Root open={isShown} onOpenChange={change}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={SCRIM} />
        <RadixDialog.Content
          {...returnFocus}
          onKeyDown={onEscape(() => change(false))}
          className={look.box}
          // Radix warns unless the description is explicitly omitted.
          {...(description === undefined && { 'aria-describedby': undefined })}
        >
          <header className={`border-line border-b pr-16 ${look.header}`}>
            <RadixDialog.Title className="font-display text-heading">{title}</RadixDialog.Title>
            {description !== undefined && (
              <RadixDialog.Description className={`text-muted ${look.description}`}>
                {description}
              </RadixDialog.Description>
            )}
          </header>
          <div className={`min-h-0 flex-1 overflow-y-auto py-5 ${look.content}`}>{children}</div>
          {footer !== undefined && <footer className={look.footer}>{footer}</footer>}
          {/* Last, so that focus goes to the first field in the content. */}
          <RadixDialog.Close asChild>
            <IconButton label="Close" className={`absolute ${look.close}`}>
              <X aria-hidden="true" size={18} />
            </IconButton>
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
