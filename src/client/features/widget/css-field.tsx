// Custom CSS: a text field that turns into an editor on first use, its size, what can be styled, and examples.
import { ChevronDown } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { count } from '#client/format/numbers.ts';
import { afterPaint } from '#client/hooks/after-paint.ts';
import { useSetting } from '#client/settings/scope.tsx';
import { SettingField, type SettingInput } from '#client/settings/setting-field.tsx';
import { Button } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { Menu } from '#client/ui/menu.tsx';
import { CUSTOM_CSS_MAX_BYTES } from '#shared/limits.ts';
import { CSS_EXAMPLES, CSS_PARTS, CSS_VARIABLES } from './css-guide.ts';
import { placeIn, rangeAt } from './css-place.ts';
import { useCodeEditor } from './use-code-editor.ts';

const PATH = 'appearance.customCSS';
/** As the editor writes them, so that places can be counted. */
const withPlainLineEnds = (text: string) => text.replace(/\r\n?/g, '\n');

export function CssField() {
  return (
    <>
      <SettingField
        path={PATH}
        label="Style sheet"
        layout="stacked"
        hint="Applies inside the notification only, on top of Appearance & Design."
        format={() => 'nothing'}
      >
        {(input) => <CssEditor {...input} />}
      </SettingField>
      <Guide />
    </>
  );
}

function CssEditor({ value, onChange: set, disabled: isReadOnly, ...control }: SettingInput<typeof PATH>) {
  const { error } = useSetting(PATH);
  const text = withPlainLineEnds(value);
  const area = useRef<HTMLTextAreaElement>(null);
  const { frame, editor, open } = useCodeEditor(area, { text, isReadOnly, onText: set });

  const { id, 'aria-labelledby': labelledBy, 'aria-describedby': described, 'aria-invalid': isInvalid } = control;
  useEffect(() => {
    editor?.setAttributes({
      id,
      'aria-labelledby': labelledBy,
      ...(described && { 'aria-describedby': described }),
      ...(isInvalid && { 'aria-invalid': 'true' }),
    });
  }, [editor, id, labelledBy, described, isInvalid]);

  const place = error === undefined ? null : placeIn(error);
  const range = place && rangeAt(text, place);
  const [from, to] = [range?.from, range?.to];
  useEffect(() => {
    editor?.mark(from === undefined || to === undefined ? null : { from, to });
  }, [editor, from, to]);
  const goTo = () => {
    if (!range) return;
    if (editor) return editor.goTo(range);
    area.current?.focus();
    area.current?.setSelectionRange(range.from, range.to);
  };

  const add = (css: string) => set(text.trim() === '' ? css : `${text.trimEnd()}\n\n${css}`);
  const bytes = new TextEncoder().encode(value).length;
  const isTooLong = bytes > CUSTOM_CSS_MAX_BYTES;
  return (
    <div
      className={classNames(
        'overflow-hidden rounded-control border bg-raised transition-colors duration-100 focus-within:border-accent focus-within:outline-2 focus-within:outline-accent',
        isInvalid ? 'border-danger' : 'border-field',
      )}
    >
      <div ref={frame} />
      {!editor && (
        <textarea
          {...control}
          ref={area}
          value={text}
          onChange={({ target }) => set(target.value)}
          onFocus={open}
          readOnly={isReadOnly}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          rows={9}
          placeholder="e.g. .notice { letter-spacing: 0.01em }"
          className="block min-h-46 w-full resize-y bg-transparent px-3 py-2.5 font-mono text-base leading-5 outline-none md:text-table"
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-t px-3 py-1.5 text-meta">
        <span className={classNames('tabular-nums', isTooLong ? 'font-semibold text-danger' : 'text-muted')}>
          {count(bytes)} of {count(CUSTOM_CSS_MAX_BYTES)} bytes
        </span>
        <span className="flex items-center gap-1">
          {place && range && (
            <Button variant="ghost" size="sm" className="h-7!" onClick={goTo}>
              Go to line {place.line}
            </Button>
          )}
          <Menu
            trigger={
              <Button variant="ghost" size="sm" className="-mr-2 h-7!" disabled={isReadOnly}>
                Add an example
                <ChevronDown aria-hidden="true" size={14} />
              </Button>
            }
            items={() =>
              CSS_EXAMPLES.map(({ name, css }) => ({
                kind: 'item',
                label: name,
                onSelect: () => void afterPaint(() => add(css)),
              }))
            }
          />
        </span>
      </div>
    </div>
  );
}

function Guide() {
  return (
    <details className="group py-3.5 text-table">
      <summary className="pressable-text w-fit rounded-control font-medium text-accent marker:content-none hover:underline">
        <span className="group-open:hidden">Show what you can style</span>
        <span className="hidden group-open:inline">Hide what you can style</span>
      </summary>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 sm:grid-cols-[auto_minmax(0,1fr)_auto_minmax(0,1fr)]">
        {CSS_PARTS.map(({ selector, what }) => (
          <div key={selector} className="col-span-2 grid grid-cols-subgrid items-baseline">
            <dt>
              <code className="font-mono text-ink text-meta">{selector}</code>
            </dt>
            <dd className="text-muted">{what}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-muted">
        Your settings are variables:{' '}
        {CSS_VARIABLES.map((name, at) => (
          <span key={name}>
            {at > 0 && ', '}
            <code className="font-mono text-ink text-meta">var({name})</code>
          </span>
        ))}
        . Nothing may be loaded from elsewhere: no url(), @import or @font-face.
      </p>
    </details>
  );
}
