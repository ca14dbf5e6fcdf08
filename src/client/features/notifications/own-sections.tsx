// What one notification or template has of its own: its look and its rules, each folded to a sentence until opened. Their
// fields are loaded then, and stay: what is unfinished in them survives folding.
import { ChevronRight } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useId, useMemo, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { Failure } from '#client/auth/failures.ts';
import { SETTING_LABELS } from '#client/settings/labels.ts';
import { createOwnAppearance } from '#client/settings/own-appearance.ts';
import type { SettingPath } from '#client/settings/paths.ts';
import { SettingsScope } from '#client/settings/scope.tsx';
import type { SettingIssue } from '#client/settings/source.ts';
import { Button } from '#client/ui/button.tsx';
import { FieldError } from '#client/ui/field.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Notification } from '#shared/contract/notification.ts';
import type { Widget } from '#shared/contract/widget.ts';
import { issuesOf } from './own-issues.ts';
import { appearanceSummary, completeRules, ownSettings, rulesSummary } from './own-summaries.ts';

const AppearanceFields = lazy(async () => ({
  default: (await import('#client/appearance/appearance-fields.tsx')).AppearanceFields,
}));
const RulesBuilder = lazy(async () => ({ default: (await import('#client/rules/rules-builder.tsx')).RulesBuilder }));

type OwnValues = Pick<Notification, 'rules' | 'appearance'>;

type OwnSectionsProps = {
  widget: Widget;
  timezone: string;
  /** Why saving failed last. */
  failure: Failure | null;
  /** @returns the form's name for a field that the server names. */
  fieldOf?: ((field: string) => string) | undefined;
};

export function OwnSections({ widget, timezone, failure, fieldOf }: OwnSectionsProps) {
  return (
    <div className="divide-y divide-line border-line border-y">
      <OwnLook widget={widget} failure={failure} fieldOf={fieldOf} />
      <OwnRules timezone={timezone} failure={failure} fieldOf={fieldOf} />
    </div>
  );
}

/** @returns what is wrong with a part: as checked here, and by the server until the part changes. */
function useIssues(part: keyof OwnValues, value: unknown, failure: Failure | null, fieldOf = (field: string) => field) {
  const { formState } = useFormContext<OwnValues>();
  const [failed, setFailed] = useState({ failure, value });
  if (failed.failure !== failure) setFailed({ failure, value });
  const error = formState.errors[part];
  const refused = failed.value === value ? failure : null;
  return useMemo(
    () => issuesOf(part, error, refused?.fields.map((one) => ({ ...one, field: fieldOf(one.field) })) ?? []),
    [part, error, refused, fieldOf],
  );
}

function OwnLook({ widget, failure, fieldOf }: Pick<OwnSectionsProps, 'widget' | 'failure' | 'fieldOf'>) {
  const { control } = useFormContext<OwnValues>();
  const { field } = useController({ control, name: 'appearance' });
  const issues = useIssues('appearance', field.value, failure, fieldOf);
  const [version, setVersion] = useState(0);
  const first = issues[0];
  const label = first && SETTING_LABELS[`appearance.${first.place}` as SettingPath];
  return (
    <Section
      title="Look"
      summarize={() => appearanceSummary(field.value)}
      error={first && (label ? `${label}: ${first.message}` : first.message)}
      {...(ownSettings(field.value) > 0 && {
        onReset() {
          field.onChange(null);
          setVersion(version + 1);
        },
      })}
    >
      <LookFields key={version} widget={widget} value={field.value} onChange={field.onChange} issues={issues} />
    </Section>
  );
}

type LookFieldsProps = {
  widget: Widget;
  value: OwnValues['appearance'];
  onChange: (value: OwnValues['appearance']) => void;
  issues: readonly SettingIssue[];
};

function LookFields({ widget, value, onChange, issues }: LookFieldsProps) {
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

function OwnRules({ timezone, failure, fieldOf }: Pick<OwnSectionsProps, 'timezone' | 'failure' | 'fieldOf'>) {
  const { control } = useFormContext<OwnValues>();
  const { field } = useController({ control, name: 'rules' });
  const issues = useIssues('rules', field.value, failure, fieldOf);
  const [version, setVersion] = useState(0);
  const hasRules = Boolean(field.value?.conditions?.length);
  const value = useMemo(() => completeRules(field.value), [field.value]);
  const within = useMemo(
    () => issues.map((issue) => ({ ...issue, place: issue.place.replace(/^conditions\.?/, '') })),
    [issues],
  );
  return (
    <Section
      title="Who sees it"
      summarize={(isOpen) => (isOpen ? null : rulesSummary(field.value))}
      error={issues[0]?.message}
      {...(hasRules && {
        onReset() {
          field.onChange(null);
          setVersion(version + 1);
        },
      })}
    >
      <RulesBuilder
        key={version}
        value={value}
        onChange={(rules) => field.onChange(rules.conditions.length > 0 ? rules : null)}
        issues={within}
        timezone={timezone}
        emptyText="Shows wherever the widget shows."
      />
    </Section>
  );
}

type SectionProps = {
  title: string;
  /** @returns what it amounts to; null where the open fields say so themselves. */
  summarize: (isOpen: boolean) => string | null;
  error: string | undefined;
  /** Follows the widget again; absent where it does. */
  onReset?: () => void;
  children: ReactNode;
};

function Section({ title, summarize, error, onReset, children }: SectionProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const summary = summarize(isOpen);
  const [wasOpen, setWasOpen] = useState(false);
  return (
    <section aria-labelledby={`${id}-title`}>
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-body`}
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
        {wasOpen && <Suspense fallback={<Skeleton className="h-40 w-full" />}>{children}</Suspense>}
        {wasOpen && onReset && (
          <Button variant="secondary" size="sm" onClick={onReset}>
            Follow the widget again
          </Button>
        )}
      </div>
    </section>
  );
}
