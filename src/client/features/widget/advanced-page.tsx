// Advanced Options: custom CSS, stacking order, settings as a file, pausing the widget, deleting the site.
import { LearnMore } from '#client/content/learn-more.tsx';
import { SettingField, SettingGroup } from '#client/settings/setting-field.tsx';
import { WidgetSwitch } from '#client/settings/widget-switch.tsx';
import { languageName } from '#client/settings/words.ts';
import { NumberInput } from '#client/ui/number-input.tsx';
import { Select } from '#client/ui/select.tsx';
import type { Site } from '#shared/contract/site.ts';
import { LANGUAGES, type Language } from '#shared/embed/payload.ts';
import { SETTING_RANGES } from '#shared/limits.ts';
import { CssField } from './css-field.tsx';
import { DeleteSite } from './delete-site.tsx';
import { ExchangePanel } from './exchange-panel.tsx';
import { WidgetScreen } from './widget-screen.tsx';

/** The page's first, the others by name. */
const LANGUAGE_OPTIONS = LANGUAGES.map((value) => ({ value, label: languageName(value) })).sort(
  (a, b) => Number(b.value === 'auto') - Number(a.value === 'auto') || a.label.localeCompare(b.label, 'en'),
);

export default function AdvancedPage({ site }: { site: Site }) {
  return (
    <WidgetScreen
      site={site}
      title="Advanced Options"
      description={
        <>
          Custom CSS, settings files and rarely used settings.{' '}
          <LearnMore guide="appearance" section="with-css" about="custom CSS" slug={site.slug} />
        </>
      }
    >
      <SettingGroup title="Custom CSS" paths={['appearance.customCSS']}>
        <CssField />
      </SettingGroup>
      <SettingGroup title="Layers" paths={['behavior.visibility.zIndex']}>
        <SettingField
          path="behavior.visibility.zIndex"
          hint="Larger if your page covers notifications, smaller if they cover a menu."
        >
          {(input) => <NumberInput {...input} {...SETTING_RANGES.zIndex} isWhole />}
        </SettingField>
      </SettingGroup>
      <SettingGroup title="Language" paths={['behavior.language']}>
        <SettingField path="behavior.language" hint="Language of “Close”, “Copied” and “2 hours ago”.">
          {({ onChange, ...input }) => (
            <Select {...input} onValueChange={(value) => onChange(value as Language)} options={LANGUAGE_OPTIONS} />
          )}
        </SettingField>
      </SettingGroup>
      <ExchangePanel site={site} />
      <SettingGroup title="Widget">
        <div className="py-4">
          <WidgetSwitch site={site} />
        </div>
      </SettingGroup>
      <DeleteSite site={site} />
    </WidgetScreen>
  );
}
