// A list of short texts, such as domains: typed or pasted, added with Enter, a separator or on blur.
import { X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { afterPress } from './after-press.ts';
import { classNames } from './class-names.ts';
import type { ControlProps } from './number-input.tsx';

type TagInputProps = ControlProps & {
  value: string[];
  onChange: (value: string[]) => void;
  placeholder?: string | undefined;
  /** @returns the text as it should be stored, or null if it is invalid. */
  validate?: ((typed: string) => string | null) | undefined;
  /** Shown when validate rejects the text. */
  invalidText?: string | ((refused: string) => string) | undefined;
  /** What separates texts besides Enter and line breaks, where they may contain spaces or commas themselves. */
  separators?: 'spaces and commas' | 'commas' | 'none' | undefined;
  /** What stood in the input when it was last left, and what stands there now; kept by a caller that may hide it. */
  typed?: string | undefined;
  onTyped?: ((typed: string) => void) | undefined;
  /** What is wrong with texts in the list, by their position. */
  errors?: Readonly<Record<number, string>> | undefined;
};

export function TagInput({
  id,
  value,
  onChange,
  placeholder,
  validate = (typed) => typed,
  invalidText = "This entry isn't valid.",
  separators = 'spaces and commas',
  typed: initiallyTyped = '',
  onTyped,
  errors = {},
  disabled = false,
  'aria-label': label,
  ...aria
}: TagInputProps) {
  const inputId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(initiallyTyped);
  const [refusedText, setRefusedText] = useState(
    () => readTags(initiallyTyped, [], validate, SEPARATORS[separators]).refused[0] ?? '',
  );
  const [said, setSaid] = useState('');
  const isRefused = refusedText !== '';
  const wrong = Object.entries(errors).filter(([at]) => Number(at) < value.length);
  const isInvalid = isRefused || wrong.length > 0 || aria['aria-invalid'] === true;
  const describedBy = classNames(
    aria['aria-describedby'],
    isRefused && `${inputId}-refused`,
    wrong.length > 0 && `${inputId}-wrong`,
  );

  const type = (text: string) => {
    setTyped(text);
    if (text !== typed) onTyped?.(text);
  };

  /** Adds the valid parts of the text and leaves the rest in the input, marked invalid. */
  const add = (text: string) => {
    const { added, refused } = readTags(text, value, validate, SEPARATORS[separators]);
    if (added.length > 0) {
      onChange([...value, ...added]);
      setSaid(`${added.join(', ')} added`);
    }
    type(refused.join(JOINERS[separators]));
    setRefusedText(refused[0] ?? '');
  };

  const remove = (at: number) => {
    onChange(value.filter((_, other) => other !== at));
    setSaid(`${value[at]} removed`);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const isSeparator = event.key === 'Enter' || (event.key.length === 1 && SEPARATORS[separators].test(event.key));
    if (isSeparator && (typed.trim() !== '' || event.key !== 'Enter')) {
      event.preventDefault();
      add(typed);
    }
    if (event.key === 'Backspace' && typed === '' && value.length > 0) remove(value.length - 1);
  };

  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text');
    if (!SEPARATORS[separators].test(text.trim())) return;
    event.preventDefault();
    add(`${typed}\n${text}`);
  };

  return (
    <div>
      <div
        className={classNames(
          'flex min-h-10 flex-wrap items-center gap-1.5 rounded-control border bg-raised px-1.5 py-[5px] transition-colors duration-100 focus-within:outline-2 focus-within:outline-accent',
          isInvalid ? 'border-danger' : 'border-field focus-within:border-accent hover:border-ink',
          disabled && 'bg-surface',
        )}
      >
        {withKeys(value).map(({ key, tag, at }) => (
          <span
            key={key}
            className={classNames(
              'inline-flex h-7 max-w-full items-center gap-0.5 rounded-control pl-2 font-medium text-table',
              errors[at] ? 'bg-danger-tint text-danger' : 'bg-accent-tint',
            )}
          >
            <span className="truncate">{tag}</span>
            <button
              type="button"
              aria-label={`Remove ${tag}`}
              disabled={disabled}
              onClick={() => {
                remove(at);
                // This button goes away.
                input.current?.focus();
              }}
              className="grid size-7 shrink-0 place-items-center rounded-control text-muted hover:text-ink"
            >
              <X aria-hidden="true" size={14} />
            </button>
          </span>
        ))}
        <input
          ref={input}
          id={id}
          value={typed}
          disabled={disabled}
          placeholder={value.length === 0 ? placeholder : undefined}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-label={label}
          aria-describedby={describedBy || undefined}
          aria-invalid={isInvalid || undefined}
          onChange={(event) => {
            type(event.target.value);
            setRefusedText('');
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={() => afterPress(() => add(typed))}
          className="h-7 min-w-24 flex-1 bg-transparent px-1.5 text-base outline-none md:text-body"
        />
      </div>
      {isRefused && (
        <p id={`${inputId}-refused`} className="mt-1.5 text-danger text-table">
          {typeof invalidText === 'string' ? invalidText : invalidText(refusedText)}
        </p>
      )}
      {wrong.length > 0 && (
        <ul id={`${inputId}-wrong`} className="mt-1.5 text-danger text-table">
          {wrong.map(([at, message]) => (
            <li key={at}>
              {value[Number(at)]}: {message}
            </li>
          ))}
        </ul>
      )}
      <span aria-live="polite" className="sr-only">
        {said}
      </span>
    </div>
  );
}

const SEPARATORS = { 'spaces and commas': /[\s,;]/, commas: /[\n\r,;]/, none: /[\n\r]/ };
const JOINERS = { 'spaces and commas': ' ', commas: ', ', none: ' ' };

/** The same text may be in a list that wasn't typed here twice. */
const withKeys = (value: readonly string[]) =>
  value.map((tag, at) => ({ key: `${tag} ${value.slice(0, at).filter((other) => other === tag).length}`, tag, at }));

/**
 * @param text tags between separators, by default spaces, commas or semicolons
 * @param present the tags already in the list
 * @param validate returns a tag as it should be stored, or null if it is invalid
 * @returns the new tags in order, without duplicates, and the rejected parts as typed
 */
export function readTags(
  text: string,
  present: readonly string[],
  validate: (typed: string) => string | null,
  separators = SEPARATORS['spaces and commas'],
): { added: string[]; refused: string[] } {
  const added = new Set<string>();
  const refused: string[] = [];
  const parts = text.split(separators).map((part) => part.trim());
  for (const part of parts.filter(Boolean)) {
    const tag = validate(part);
    if (tag === null) refused.push(part);
    else if (!present.includes(tag)) added.add(tag);
  }
  return { added: [...added], refused };
}
