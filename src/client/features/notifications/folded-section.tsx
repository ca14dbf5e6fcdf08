// A titled section of a form, folded to one sentence until it is opened. Its fields are loaded then, and stay: what is
// unfinished in them survives folding.
import { ChevronRight } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { SmallButton } from '#client/ui/button.tsx';
import { FieldError } from '#client/ui/field.tsx';

/** The button that was pressed goes away. */
export const focusSection = (pressed: Element) => pressed.closest('section')?.querySelector('button')?.focus();

type FoldedSectionProps = {
  title: string;
  /** @returns what it amounts to; null where the open fields say so themselves. */
  summarize: (isOpen: boolean) => string | null;
  error: string | undefined;
  /** Follows the widget again; absent where it does. */
  onReset?: () => void;
  /** Gets the button that opens it, which takes the focus of an error. */
  buttonRef: Ref<HTMLButtonElement>;
  /** A link led to it: it opens at once, and comes into view. */
  isAsked?: boolean;
  children: ReactNode;
};

export function FoldedSection(props: FoldedSectionProps) {
  const { title, summarize, error, onReset, buttonRef, isAsked = false, children } = props;
  const id = useId();
  const [isOpen, setIsOpen] = useState(isAsked);
  const summary = summarize(isOpen);
  const [wasOpen, setWasOpen] = useState(isAsked);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isAsked) return;
    section.current?.scrollIntoView({ block: 'start' });
    section.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [isAsked]);
  return (
    <section ref={section} aria-labelledby={`${id}-title`}>
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-body`}
          aria-describedby={error ? `${id}-error` : undefined}
          ref={buttonRef}
          onClick={() => {
            setIsOpen(!isOpen);
            setWasOpen(true);
          }}
          className="flex w-full items-start gap-2.5 rounded-control py-3.5 text-left"
        >
          <ChevronRight
            aria-hidden="true"
            size={16}
            className={`mt-0.5 shrink-0 text-muted transition-transform duration-100 ${isOpen ? 'rotate-90' : ''}`}
          />
          <span className="min-w-0">
            <span id={`${id}-title`} className="block font-semibold text-table">
              {title}
            </span>
            {summary && <span className="block text-pretty break-words text-meta text-muted">{summary}</span>}
          </span>
        </button>
      </h3>
      {error && (
        <div className="pb-3 pl-6.5">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      )}
      <div id={`${id}-body`} hidden={!isOpen} className="space-y-4 pb-5">
        {wasOpen && children}
        {wasOpen && onReset && (
          <SmallButton
            onClick={({ currentTarget }) => {
              focusSection(currentTarget);
              onReset();
            }}
          >
            Follow the widget again
          </SmallButton>
        )}
      </div>
    </section>
  );
}
