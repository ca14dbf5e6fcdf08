// Rules & Targeting: who sees the site's notifications, where and when.
import { RulesBuilder } from '#client/rules/rules-builder.tsx';
import { isSameValue } from '#client/settings/paths.ts';
import { useSetting, useSettingsSource } from '#client/settings/scope.tsx';
import { SettingGroup } from '#client/settings/setting-field.tsx';
import type { Site } from '#shared/contract/site.ts';
import type { Rules } from '#shared/embed/rule-types.ts';
import { WidgetScreen } from './widget-screen.tsx';

export default function RulesPage({ site }: { site: Site }) {
  return (
    <WidgetScreen
      site={site}
      title="Rules & Targeting"
      description="Who sees your notifications, on which pages and when."
    >
      <WidgetRules site={site} />
    </WidgetScreen>
  );
}

const RULES = ['rules.match', 'rules.conditions'] as const;

function WidgetRules({ site }: { site: Site }) {
  const source = useSettingsSource();
  const match = useSetting('rules.match');
  const conditions = useSetting('rules.conditions');
  const change = (rules: Rules) =>
    source.change({
      // What stayed the same isn't sent, and doesn't undo what another tab made of it.
      ...(rules.match !== match.value && { 'rules.match': rules.match }),
      ...(!isSameValue(rules.conditions, conditions.value) && { 'rules.conditions': rules.conditions }),
    });
  return (
    <SettingGroup
      title="When notifications show"
      description="For all notifications of this site. One with rules of its own needs both to hold."
      paths={RULES}
    >
      <div className="py-4 md:py-5">
        <RulesBuilder
          value={{ match: match.value, conditions: conditions.value }}
          onChange={change}
          issues={conditions.issues}
          isReadOnly={conditions.isReadOnly}
          timezone={site.timezone}
        />
      </div>
    </SettingGroup>
  );
}
