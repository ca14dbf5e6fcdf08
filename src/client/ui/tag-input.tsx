// A list of short texts, such as domains: typed or pasted, added with Enter, comma, space or on blur.
import { X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useId, useState } from 'react';
import { classNames } from './class-names.ts';

type TagInputProps = {
  id?: string | undefined;
  value: string[];
  onChange: (value: string[]) => void;
  placeholder?: string | undefined;
  /** @returns the text as it should be stored, or null if it is invalid. */
  validate?: ((typed: string) => string | null) | undefined;
  /** Shown when validate rejects the text. */
  invalidText?: string | undefined;
  disabled?: boolean | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
};

export function TagInput({
  id,
  value,
  onChange,
  placeholder,
  validate = (typed) => typed,
  invalidText = "This entry isn't valid.",
  disabled = false,
  ...aria
}: TagInputProps) {
  const inputId = useId();
  const [typed, setTyped] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const [said, setSaid] = useState('');
  const isInvalid = isRefused || aria['aria-invalid'] === true;
  const describedBy = classNames(aria['aria-describedby'], isRefused && `${inputId}-refused`);

  /** Adds the valid parts of the text and leaves the rest in the input, marked invalid. */
  const add = (text: string) => {
    const { added, refused } = readTags(text, value, validate);
    if (added.length > 0) {
      onChange([...value, ...added]);
      setSaid(`${added.join(', ')} added`);
    }
    setTyped(refused.join(' '));
    setIsRefused(refused.length > 0);
  };

  const remove = (tag: string) => {
    onChange(value.filter((other) => other !== tag));
    setSaid(`${tag} removed`);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const isSeparator = event.key === 'Enter' || event.key === ',' || event.key === ' ';
    if (isSeparator && (typed.trim() !== '' || event.key !== 'Enter')) {
      event.preventDefault();
      add(typed);
    }
    const last = value.at(-1);
    if (event.key === 'Backspace' && typed === '' && last !== undefined) remove(last);
  };

  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text');
    if (!/[\s,;]/.test(text.trim())) return;
    event.preventDefault();
    add(`${typed} ${text}`);
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
        {value.map((tag) => (
          <span
            key={tag}
            className="inline-flex h-7 max-w-full items-center gap-0.5 rounded-control bg-accent-tint pl-2 font-medium text-table"
          >
            <span className="truncate">{tag}</span>
            <button
              type="button"
              aria-label={`Remove ${tag}`}
              disabled={disabled}
              onClick={() => remove(tag)}
              className="grid size-7 shrink-0 place-items-center rounded-control text-muted hover:text-ink"
            >
              <X aria-hidden="true" size={14} />
            </button>
          </span>
        ))}
        <input
          id={id}
          value={typed}
          disabled={disabled}
          placeholder={value.length === 0 ? placeholder : undefined}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-describedby={describedBy || undefined}
          aria-invalid={isInvalid || undefined}
          onChange={(event) => {
            setTyped(event.target.value);
            setIsRefused(false);
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={() => add(typed)}
          className="h-7 min-w-24 flex-1 bg-transparent px-1.5 text-base outline-none md:text-body"
        />
      </div>
      {isRefused && (
        <p id={`${inputId}-refused`} className="mt-1.5 text-danger text-table">
          {invalidText}
        </p>
      )}
      <span aria-live="polite" className="sr-only">
        {said}
      </span>
    </div>
  );
}

/**
 * @param text tags separated by spaces, commas or semicolons
 * @param present the tags already in the list
 * @param validate returns a tag as it should be stored, or null if it is invalid
 * @returns the new tags in order, without duplicates, and the rejected parts as typed
 */
export function readTags(
  text: string,
  present: readonly string[],
  validate: (typed: string) => string | null,
): { added: string[]; refused: string[] } {
  const added = new Set<string>();
  const refused: string[] = [];
  for (const part of text.split(/[\s,;]+/).filter(Boolean)) {
    const tag = validate(part);
    if (tag === null) refused.push(part);
    else if (!present.includes(tag)) added.add(tag);
  }
  return { added: [...added], refused };
}
