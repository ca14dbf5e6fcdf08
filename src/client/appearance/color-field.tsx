// One brand color: the picker, and a warning with a way out if what is drawn in it is hard to read.
import { Check, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId, useMemo, useSyncExternalStore } from 'react';
import { afterPaint } from '#client/hooks/after-paint.ts';
import { SETTING_LABELS } from '#client/settings/labels.ts';
import { useSettingsSource } from '#client/settings/scope.tsx';
import { SettingField } from '#client/settings/setting-field.tsx';
import { Alert } from '#client/ui/alert.tsx';
import { SmallButton } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { ColorInput } from '#client/ui/color-input.tsx';
import {
  type BrandColor,
  type ContrastIssue,
  colorFixes,
  contrastFigure,
  contrastIssue,
  fixWords,
  ratioText,
} from '#shared/contrast.ts';
import type { Appearance } from '#shared/embed/payload.ts';

/** A background is as good as what stands on it. */
const ON_BACKGROUND = ['textColor', 'linkColor', 'primaryColor'] as const;

export function ColorField({ color, hint }: { color: BrandColor; hint?: ReactNode }) {
  const path = `appearance.brandColors.${color}` as const;
  const source = useSettingsSource();
  // The same object until one of the colors changes.
  const colors = useSyncExternalStore(source.subscribe, () => source.settings().appearance.brandColors);
  const noteId = useId();
  const issue = useMemo(() => contrastIssue(colors, color), [colors, color]);
  const swatches = useMemo(() => [...new Set(Object.values(colors))], [colors]);
  return (
    <SettingField path={path} hint={hint}>
      {(input) => (
        <>
          <ColorInput
            {...input}
            aria-describedby={classNames(input['aria-describedby'], issue && noteId) || undefined}
            label={SETTING_LABELS[path]}
            swatches={swatches}
            note={<Figures colors={colors} color={color} />}
          />
          {issue && <Warning issue={issue} id={noteId} onFix={input.disabled ? null : input.onChange} />}
        </>
      )}
    </SettingField>
  );
}

/** Where several colors are hard to read, as in the default look: all of them at once. */
export function FixColors() {
  const source = useSettingsSource();
  const colors = useSyncExternalStore(source.subscribe, () => source.settings().appearance.brandColors);
  const isReadOnly = useSyncExternalStore(source.subscribe, source.isReadOnly);
  const fixes = useMemo(() => Object.entries(colorFixes(colors)), [colors]);
  if (isReadOnly || fixes.length < 2) return null;
  const changes = Object.fromEntries(fixes.map(([of, color]) => [`appearance.brandColors.${of}`, color]));
  const { title, label } = fixWords(fixes.length);
  return (
    <Alert
      tone="info"
      title={title}
      action={<SmallButton onClick={() => afterPaint(() => source.change(changes))}>{label}</SmallButton>}
    >
      The nearest shades that pass replace them.
    </Alert>
  );
}

type WarningProps = { issue: ContrastIssue; id: string; onFix: ((color: string) => void) | null };

function Warning({ issue: { because, ratio, needs, fix }, id, onFix }: WarningProps) {
  return (
    <div className="mt-2 grid justify-items-start gap-1.5 text-meta">
      <p id={id} className="flex items-start gap-1.5 text-proof-ink">
        <TriangleAlert aria-hidden="true" size={14} className="mt-px shrink-0" />
        <span>
          {because ? `${because}: ` : 'Contrast '}
          {ratioText(ratio)}, hard to read, needs {needs}:1
          {!fix && '. Try a lighter or darker background.'}
        </span>
      </p>
      {fix && onFix && (
        <SmallButton
          icon={
            <span
              aria-hidden="true"
              className="size-3 rounded-full ring-1 ring-ink/20"
              style={{ background: fix.color }}
            />
          }
          onClick={() => afterPaint(() => onFix(fix.color))}
        >
          Use {fix.color}, {ratioText(fix.ratio)}
        </SmallButton>
      )}
    </div>
  );
}

/** The contrast while the color is being picked, where the picker covers the warnings. */
function Figures({ colors, color }: { colors: Appearance['brandColors']; color: BrandColor }) {
  const judged = color === 'backgroundColor' ? ON_BACKGROUND : [color];
  const figures = judged.map((one) => contrastFigure(colors, one)).filter((figure) => figure !== null);
  if (figures.length === 0) return null;
  return (
    <ul className="grid gap-1 text-meta text-muted">
      {figures.map(({ what, ratio, needs }) => (
        <li key={what} className="flex items-center gap-1.5 tabular-nums">
          {ratio >= needs ? (
            <Check aria-label="Easy to read" size={13} className="shrink-0 text-success" />
          ) : (
            <TriangleAlert aria-label="Hard to read" size={13} className="shrink-0 text-proof-ink" />
          )}
          <span className="flex-1">{what}</span>
          <span className={ratio >= needs ? undefined : 'text-proof-ink'}>{ratioText(ratio)}</span>
        </li>
      ))}
    </ul>
  );
}
