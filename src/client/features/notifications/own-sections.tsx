// What one notification or template has of its own: its appearance and its rules.
import { type MouseEventHandler, useEffect, useMemo, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { Failure } from '#client/auth/failures.ts';
import { rulesIn, stateOf } from '#client/rules/builder-state.ts';
import { SETTING_LABELS } from '#client/settings/labels.ts';
import { createOwnAppearance } from '#client/settings/layered.ts';
import type { SettingPath } from '#client/settings/paths.ts';
import { SettingsScope } from '#client/settings/scope.tsx';
import type { SettingIssue } from '#client/settings/source.ts';
import { SmallButton } from '#client/ui/button.tsx';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { lazyPart } from '#client/ui/load-later.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Widget } from '#shared/contract/widget.ts';
import { DEFAULT_RULES } from '#shared/embed/defaults.ts';
import type { EditorValues } from './editor-form.ts';
import { FoldedSection, focusSection } from './folded-section.tsx';
import { issuesOf } from './own-issues.ts';
import { appearanceSummary, ownSettings, rulesSummary } from './own-summaries.ts';

const WAITING = <Skeleton className="h-40 w-full" />;
const AppearanceFields = lazyPart(
  async () => (await import('#client/appearance/appearance-fields.tsx')).AppearanceFields,
  WAITING,
);
const RulesBuilder = lazyPart(async () => (await import('#client/rules/rules-builder.tsx')).RulesBuilder, WAITING);

type OwnValues = Pick<EditorValues, 'rules' | 'appearance'>;

/** Named in a link that opens it. */
export type OwnSection = 'appearance' | 'rules';

type OwnSectionsProps = {
  widget: Widget;
  timezone: string;
  /** Why saving failed last. */
  failure: Failure | null;
  /** @returns the form's name for a field that the server names. */
  fieldOf?: ((field: string) => string) | undefined;
  asked?: OwnSection | undefined;
};

export function OwnSections({ widget, timezone, failure, fieldOf, asked }: OwnSectionsProps) {
  return (
    <div className="divide-y divide-line border-line border-y">
      <OwnAppearance widget={widget} failure={failure} fieldOf={fieldOf} asked={asked} />
      <OwnRules timezone={timezone} failure={failure} fieldOf={fieldOf} asked={asked} />
    </div>
  );
}

const SAME_NAME = (field: string) => field;

/** @returns what is wrong with a part: as checked here, and by the server until the part changes. */
function useIssues(part: 'rules' | 'appearance', failure: Failure | null, fieldOf = SAME_NAME) {
  const { formState } = useFormContext<OwnValues>();
  const error = formState.errors[part];
  return useMemo(
    () => issuesOf(part, error, failure?.fields.map((one) => ({ ...one, field: fieldOf(one.field) })) ?? []),
    [part, error, failure, fieldOf],
  );
}

function OwnAppearance({ widget, failure, fieldOf, asked }: Omit<OwnSectionsProps, 'timezone'>) {
  const { control } = useFormContext<OwnValues>();
  const { field } = useController({ control, name: 'appearance' });
  const issues = useIssues('appearance', failure, fieldOf);
  const [version, setVersion] = useState(0);
  const first = issues[0];
  const label = first && SETTING_LABELS[`appearance.${first.place}` as SettingPath];
  return (
    <FoldedSection
      title="Appearance"
      isAsked={asked === 'appearance'}
      buttonRef={field.ref}
      summarize={() => appearanceSummary(field.value)}
      error={first && (label ? `${label}: ${first.message}` : first.message)}
      {...(ownSettings(field.value) > 0 && {
        onReset() {
          field.onChange(null);
          setVersion(version + 1);
        },
      })}
    >
      <OwnAppearanceFields
        key={version}
        widget={widget}
        value={field.value}
        onChange={field.onChange}
        issues={issues}
      />
      {field.value?.customCSS !== undefined && (
        <OwnCss
          css={field.value.customCSS}
          onRemove={({ currentTarget }) => {
            focusSection(currentTarget);
            const { customCSS: _removed, ...rest } = field.value ?? {};
            field.onChange(Object.keys(rest).length > 0 ? rest : null);
            setVersion(version + 1);
          }}
        />
      )}
    </FoldedSection>
  );
}

/** Only the API sets it. */
const OwnCss = ({ css, onRemove }: { css: string; onRemove: MouseEventHandler }) => (
  <div className="space-y-3">
    <CodeBlock
      label="Custom CSS of its own"
      code={css === '' ? "/* None, not even the widget's */" : css}
      copyText={css}
    />
    <SmallButton onClick={onRemove}>Remove custom CSS</SmallButton>
  </div>
);

type OwnAppearanceFieldsProps = {
  widget: Widget;
  value: OwnValues['appearance'];
  onChange: (value: OwnValues['appearance']) => void;
  issues: readonly SettingIssue[];
};

function OwnAppearanceFields({ widget, value, onChange, issues }: OwnAppearanceFieldsProps) {
  const [source] = useState(() => createOwnAppearance(widget.settings, value, onChange));
  useEffect(() => {
    source.setErrors(new Map(issues.map(({ place, message }) => [`appearance.${place}`, message])));
  }, [source, issues]);
  return (
    <SettingsScope value={source}>
      <AppearanceFields />
    </SettingsScope>
  );
}

const NO_RULES = stateOf(DEFAULT_RULES);

function OwnRules({ timezone, failure, fieldOf, asked }: Omit<OwnSectionsProps, 'widget'>) {
  const { control } = useFormContext<OwnValues>();
  const { field } = useController({ control, name: 'rules' });
  const issues = useIssues('rules', failure, fieldOf);
  const rules = rulesIn(field.value);
  const within = useMemo(
    () => issues.map((issue) => ({ ...issue, place: issue.place.replace(/^conditions\.?/, '') })),
    [issues],
  );
  return (
    <FoldedSection
      title="Who sees it"
      isAsked={asked === 'rules'}
      buttonRef={field.ref}
      summarize={(isOpen) => (isOpen ? null : rulesSummary(rules))}
      error={issues[0]?.message}
      {...(rules.conditions.length > 0 && { onReset: () => field.onChange(NO_RULES) })}
    >
      <RulesBuilder
        state={field.value}
        onChange={(state) => field.onChange(state.rows.length > 0 ? state : NO_RULES)}
        issues={within}
        timezone={timezone}
        emptyText="Shows everywhere."
      />
    </FoldedSection>
  );
}
