// Rules & Targeting: who sees the site's notifications, where and when; a trial of the rules; and the notifications that
// have rules of their own.

import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { LearnMore } from '#client/content/learn-more.tsx';
import { useSetup } from '#client/data/notifications.ts';
import { stateOf } from '#client/rules/builder-state.ts';
import { RulesBuilder } from '#client/rules/rules-builder.tsx';
import { TryIt } from '#client/rules/try-it.tsx';
import { useRulesDraft } from '#client/rules/use-rules-draft.ts';
import { screens } from '#client/screens.ts';
import { isSameValue } from '#client/settings/paths.ts';
import { useSetting, useSettingsSource } from '#client/settings/scope.tsx';
import { SettingGroup } from '#client/settings/setting-field.tsx';
import type { SettingIssue } from '#client/settings/source.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Combobox } from '#client/ui/combobox.tsx';
import { Field } from '#client/ui/field.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import type { Notification } from '#shared/contract/notification.ts';
import type { Site } from '#shared/contract/site.ts';
import { DEFAULT_RULES } from '#shared/embed/defaults.ts';
import type { Rules } from '#shared/embed/rule-types.ts';
import { rulesSentence } from '#shared/embed/rules-sentence.ts';
import { WidgetScreen } from './widget-screen.tsx';

export default function RulesPage({ site }: { site: Site }) {
  return (
    <WidgetScreen
      site={site}
      title="Rules & Targeting"
      description={
        <>
          Who sees your notifications, on which pages and when.{' '}
          <LearnMore guide="rules" about="rules" slug={site.slug} />
        </>
      }
    >
      <RulesFields site={site} />
    </WidgetScreen>
  );
}

const PATHS = ['rules.match', 'rules.conditions'] as const;

type Ruled = { notification: Notification; rules: Rules };

/** Notifications with conditions of their own. */
const ruledIn = (notifications: readonly Notification[]): Ruled[] =>
  notifications.flatMap((notification) => {
    const { match = DEFAULT_RULES.match, conditions = [] } = notification.rules ?? {};
    return conditions.length > 0 ? [{ notification, rules: { match, conditions } }] : [];
  });

const labelOf = ({ name, message }: Notification): string => name ?? message;

function RulesFields({ site }: { site: Site }) {
  const source = useSettingsSource();
  const match = useSetting('rules.match');
  const conditions = useSetting('rules.conditions');
  const { notifications } = useSetup(site.id);
  const ruled = ruledIn(notifications.data ?? []);
  const rules = useMemo(() => ({ match: match.value, conditions: conditions.value }), [match.value, conditions.value]);
  const save = (next: Rules) =>
    source.change({
      // What stayed the same isn't sent, and doesn't undo what another tab made of it.
      ...(next.match !== match.value && { 'rules.match': next.match }),
      ...(!isSameValue(next.conditions, conditions.value) && { 'rules.conditions': next.conditions }),
    });
  const shown = { rules, issues: conditions.issues, timezone: site.timezone };
  return (
    <>
      <SettingGroup title="When notifications show" description="For every notification of this site." paths={PATHS}>
        <div className="py-4 md:py-5">
          {/* What is unfinished waits while a template is looked at. */}
          {conditions.isReadOnly ? (
            <TemplateRules {...shown} />
          ) : (
            <StoredRules {...shown} name={`rules:${site.id}`} save={save} />
          )}
        </div>
      </SettingGroup>
      <Trial site={site} rules={rules} ruled={ruled} />
      {ruled.length > 0 && <OwnRules site={site} ruled={ruled} />}
      {notifications.isError && !notifications.data && (
        <SettingGroup title="Notifications with rules of their own">
          <div className="py-4">
            <LoadError title="Couldn't load your notifications" query={notifications} />
          </div>
        </SettingGroup>
      )}
    </>
  );
}

type ShownRules = { rules: Rules; issues: readonly SettingIssue[]; timezone: string };

function TemplateRules({ rules, ...shown }: ShownRules) {
  return <RulesBuilder {...shown} state={useMemo(() => stateOf(rules), [rules])} />;
}

function StoredRules({ rules, name, save, ...shown }: ShownRules & { name: string; save: (rules: Rules) => void }) {
  const [state, change] = useRulesDraft(name, rules, save);
  return <RulesBuilder {...shown} state={state} onChange={change} />;
}

/** Stands for every notification without rules of its own. */
const WITHOUT = 'without';

function Trial({ site, rules, ruled }: { site: Site; rules: Rules; ruled: readonly Ruled[] }) {
  const [chosenId, setChosenId] = useState(WITHOUT);
  const chosen = ruled.find(({ notification }) => notification.id === chosenId);
  const options = [
    { value: WITHOUT, label: 'Any without rules of its own' },
    ...ruled.map(({ notification }) => ({ value: notification.id, label: labelOf(notification) })),
  ];
  return (
    <SettingGroup
      title="Try it"
      description="Describe a visit to see whether your rules match. Delays, limits and schedules don't count here."
    >
      <div className="@container space-y-5 py-4 md:py-5">
        {ruled.length > 0 && (
          <Field label="Notification" className="@3xl:max-w-[calc(50%-1rem)]">
            {(a) => (
              <Combobox
                {...a}
                value={chosen?.notification.id ?? WITHOUT}
                onValueChange={setChosenId}
                options={options}
                placeholder="Notification"
                searchPlaceholder="Search notifications"
                emptyText="No notification with rules of its own has this name."
              />
            )}
          </Field>
        )}
        {chosen?.notification.status === 'inactive' && (
          <p className="text-muted text-table">It is inactive: until you activate it, it shows nowhere.</p>
        )}
        <TryIt
          site={{ id: site.id, domain: site.domains[0], timezone: site.timezone }}
          tried={[
            { title: 'The rules for every notification', rules },
            ...(chosen ? [{ title: 'Its own rules', rules: chosen.rules }] : []),
          ]}
        />
      </div>
    </SettingGroup>
  );
}

const counted = (count: number) =>
  count === 1 ? '1 notification has rules of its own' : `${count} notifications have rules of their own`;

/** As many at a time are listed. */
const OWN_RULES_SHOWN = 20;

function OwnRules({ site, ruled }: { site: Site; ruled: readonly Ruled[] }) {
  const [shown, setShown] = useState(OWN_RULES_SHOWN);
  const left = ruled.length - shown;
  return (
    <SettingGroup title={counted(ruled.length)} description="They need both these rules and their own.">
      {ruled.slice(0, shown).map(({ notification, rules }) => (
        <div key={notification.id} className="py-3">
          <p className="flex min-w-0 items-center gap-2">
            <Link
              to={screens.siteNotifications.editHref(site.slug, notification.id)}
              className="truncate font-semibold text-table underline-offset-2 hover:underline"
            >
              {labelOf(notification)}
            </Link>
            {notification.status === 'inactive' && <Badge>Inactive</Badge>}
          </p>
          <p className="line-clamp-2 text-muted text-table">{rulesSentence(rules)}</p>
        </div>
      ))}
      {left > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 text-muted text-table">
          {`${shown} of ${ruled.length}`}
          <Button variant="ghost" size="sm" onClick={() => setShown(shown + OWN_RULES_SHOWN)}>
            {`Show ${Math.min(left, OWN_RULES_SHOWN)} more`}
          </Button>
        </div>
      )}
    </SettingGroup>
  );
}
