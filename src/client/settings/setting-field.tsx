// The frame around the control of one setting: label, hint, a mark and a reset button once it is changed, the origin of its
// value, and why it can't be saved. And the titled group of such fields.
import { RotateCcw } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import { afterPaint } from '#client/hooks/after-paint.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { FieldError } from '../ui/field.tsx';
import { Switch } from '../ui/switch.tsx';
import { SETTING_LABELS } from './labels.ts';
import type { SettingPath, SettingValue } from './paths.ts';
import { useSetting, useSettingsSource } from './scope.tsx';
import { inWords } from './words.ts';

/** Props that the control inside must take. */
export type SettingInput<Path extends SettingPath> = {
  id: string;
  'aria-labelledby': string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  value: SettingValue<Path>;
  onChange: (value: SettingValue<Path>) => void;
  disabled: boolean;
};

type SettingFieldProps<Path extends SettingPath> = {
  path: Path;
  /** The setting's name (labels.ts) by default. */
  label?: string | undefined;
  /** What it does, in a few words; also why it has no effect at the moment. */
  hint?: ReactNode;
  /** The reset value as text; by default in words (words.ts). */
  format?: ((value: SettingValue<Path>) => string) | undefined;
  /**
   * Places the control: beside the label if there is room (`row`), below it in full width (`stacked`), or at the
   * end of its line even on phones (`inline`, for switches).
   */
  layout?: 'row' | 'stacked' | 'inline' | undefined;
  /** It has no effect at the moment; the hint says why. */
  disabled?: boolean | undefined;
  children: (input: SettingInput<Path>) => ReactNode;
};

/** The label within a sentence; a name such as `CSS` stays. */
const lowerCase = (label: string): string =>
  /^.[a-z ]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;

/** Focuses the control in an element, because the focused button is about to disappear. */
const focusIn = (element: HTMLElement | null) =>
  (
    element?.querySelector<HTMLElement>('[aria-checked="true"]') ??
    element?.querySelector<HTMLElement>('button, input, textarea, [contenteditable="true"], [tabindex="0"]')
  )?.focus();

export function SettingField<Path extends SettingPath>({
  path,
  label = SETTING_LABELS[path],
  hint,
  format = (value) => inWords(path, value),
  layout = 'row',
  disabled = false,
  children,
}: SettingFieldProps<Path>) {
  const setting = useSetting(path);
  const id = useId();
  const controlRef = useRef<HTMLDivElement>(null);
  // A link may lead to one setting.
  const isAsked = useSearchParams()[0].get('setting') === path;
  useEffect(() => {
    if (!isAsked) return;
    controlRef.current?.scrollIntoView({ block: 'center' });
    focusIn(controlRef.current);
  }, [isAsked]);
  const describedBy = classNames(Boolean(hint) && `${id}-hint`, setting.error && `${id}-error`);
  return (
    <div className="@container">
      <div
        className={classNames(
          'grid gap-x-6 gap-y-2 py-3.5',
          layout === 'row' && '@md:grid-cols-[minmax(0,1fr)_minmax(0,17rem)]',
          layout === 'inline' && 'grid-cols-[minmax(0,1fr)_auto] items-center',
        )}
      >
        <div
          className={classNames('flex min-w-0 flex-col justify-center self-start', layout === 'row' && '@md:min-h-9')}
        >
          <div className="flex min-h-6 flex-wrap items-center gap-x-2 text-table">
            <label id={`${id}-label`} htmlFor={id} className="font-semibold text-ink">
              {label}
            </label>
            <Origin setting={setting} />
            {setting.isChanged && !setting.isReadOnly && (
              <IconButton
                label={`Reset ${lowerCase(label)} to ${setting.origin === 'notification' ? "the widget's " : ''}${format(setting.fallback)}`}
                className="size-6! text-muted hover:text-ink"
                onClick={() => {
                  setting.reset();
                  focusIn(controlRef.current);
                }}
              >
                <RotateCcw aria-hidden="true" size={13} />
              </IconButton>
            )}
          </div>
          {hint && (
            <p id={`${id}-hint`} className="text-pretty text-meta text-muted">
              {hint}
            </p>
          )}
        </div>
        <div
          ref={controlRef}
          className={classNames('min-w-0', layout === 'row' && '@md:flex @md:flex-col @md:items-end')}
        >
          {children({
            id,
            'aria-labelledby': `${id}-label`,
            ...(describedBy && { 'aria-describedby': describedBy }),
            ...(setting.error && { 'aria-invalid': true as const }),
            value: setting.value,
            onChange: setting.set,
            disabled: disabled || setting.isReadOnly,
          })}
        </div>
        {setting.error && (
          <div className="col-span-full">
            <FieldError id={`${id}-error`}>{setting.error}</FieldError>
          </div>
        )}
      </div>
    </div>
  );
}

/** A dot for a changed value; words where the value has another origin than the owner's settings. */
function Origin({ setting: { origin, isChanged, isReadOnly } }: { setting: ReturnType<typeof useSetting> }) {
  if (origin === 'template') return <span className="font-medium text-accent text-meta">From the template</span>;
  if (isReadOnly) return <span className="text-meta text-muted">From your settings</span>;
  if (!isChanged) return null;
  return (
    <span className="inline-flex items-center gap-1.5 font-medium text-accent text-meta">
      <span aria-hidden="true" className="size-1.5 rounded-full bg-accent" />
      <span className={origin === 'notification' ? undefined : 'sr-only'}>
        {origin === 'notification' ? 'Set here' : 'Changed'}
      </span>
    </span>
  );
}

type SwitchPath = { [Path in SettingPath]: SettingValue<Path> extends boolean ? Path : never }[SettingPath];

type SwitchFieldProps = Pick<SettingFieldProps<SwitchPath>, 'path' | 'hint' | 'disabled'>;

/** A setting that is on or off. */
export const SwitchField = (props: SwitchFieldProps) => (
  <SettingField {...props} layout="inline">
    {({ id, 'aria-describedby': describedBy, value, onChange, disabled }) => (
      <Switch
        id={id}
        aria-describedby={describedBy}
        label={SETTING_LABELS[props.path]}
        checked={value}
        onCheckedChange={onChange}
        disabled={disabled}
      />
    )}
  </SettingField>
);

type SettingGroupProps = {
  title: string;
  description?: ReactNode;
  /** The settings that 'Reset group' resets, if any. */
  paths?: readonly SettingPath[];
  children: ReactNode;
};

/** Fields that belong together, with lines between them. */
export function SettingGroup({ title, description, paths = [], children }: SettingGroupProps) {
  const source = useSettingsSource();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const canReset = useSyncExternalStore(
    source.subscribe,
    () => !source.isReadOnly() && paths.some((path) => source.state(path).isChanged),
  );
  return (
    <section aria-labelledby={id} className="rounded-panel border border-line bg-surface">
      <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b px-4 py-2.5 md:px-5">
        <div className="min-w-0 flex-1 basis-40">
          <h2 id={id} ref={heading} tabIndex={-1} className="font-semibold text-body outline-none">
            {title}
          </h2>
          {description && <p className="max-w-[64ch] text-pretty text-meta text-muted">{description}</p>}
        </div>
        {canReset && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Reset group: ${title}`}
            className="-mr-2 text-muted"
            onClick={() => {
              heading.current?.focus();
              afterPaint(() => source.reset(paths));
            }}
          >
            Reset group
          </Button>
        )}
      </header>
      <div className="divide-y divide-line px-4 md:px-5">{children}</div>
    </section>
  );
}
