// Behavior & Timing: where notifications appear, when, what they do when clicked, for whom, and in which order.
import type { ReactNode } from 'react';
import { screens } from '#client/screens.ts';
import { pathsIn, type SettingPath, type SettingValue } from '#client/settings/paths.ts';
import { useSetting } from '#client/settings/scope.tsx';
import { SettingField, SettingGroup, SwitchField } from '#client/settings/setting-field.tsx';
import { CHOICE_WORDS } from '#client/settings/words.ts';
import { Alert } from '#client/ui/alert.tsx';
import { TextLink } from '#client/ui/link.tsx';
import { Select } from '#client/ui/select.tsx';
import { SliderInput } from '#client/ui/slider-input.tsx';
import type { Site } from '#shared/contract/site.ts';
import { SETTING_RANGES } from '#shared/limits.ts';
import { FirstMinute } from './first-minute.tsx';
import { LimitInput } from './limit-input.tsx';
import { PhonePositionPicker, PositionPicker } from './position-picker.tsx';
import { WidgetScreen } from './widget-screen.tsx';

export default function BehaviorPage({ site }: { site: Site }) {
  return (
    <WidgetScreen site={site} title="Behavior & Timing" description="Position, timing, clicks and limits.">
      <PositionGroup />
      <TimingGroup />
      <InteractionGroup />
      <VisibilityGroup />
      <SettingGroup title="Origin" paths={PATHS.source}>
        <SwitchField path="behavior.showSource" hint="Adds “✓ Shopify · 2 hours ago” with a link to the proof." />
      </SettingGroup>
      <QueueGroup slug={site.slug} />
    </WidgetScreen>
  );
}

const PATHS = {
  position: ['behavior.position', 'behavior.mobilePosition'],
  timing: pathsIn('behavior.timing'),
  interaction: pathsIn('behavior.interaction'),
  visibility: ['behavior.visibility.showOnDesktop', 'behavior.visibility.showOnMobile'],
  source: ['behavior.showSource'],
  queue: pathsIn('behavior.queue'),
} as const satisfies Record<string, readonly SettingPath[]>;

const OFF_HERE = 'Notifications are off here. See Devices below.';

function PositionGroup() {
  const onDesktop = useSetting('behavior.visibility.showOnDesktop').value;
  const onPhones = useSetting('behavior.visibility.showOnMobile').value;
  return (
    <SettingGroup title="Position" paths={PATHS.position}>
      <div className="grid grid-cols-[minmax(0,17rem)_6.5rem] justify-start gap-x-4 sm:gap-x-6 md:gap-x-12">
        <SettingField
          path="behavior.position"
          label="Computers and tablets"
          layout="stacked"
          hint={onDesktop ? undefined : OFF_HERE}
          disabled={!onDesktop}
        >
          {(input) => <PositionPicker {...input} />}
        </SettingField>
        <SettingField
          path="behavior.mobilePosition"
          label="Phones"
          layout="stacked"
          hint={onPhones ? undefined : OFF_HERE}
          disabled={!onPhones}
        >
          {(input) => <PhonePositionPicker {...input} />}
        </SettingField>
      </div>
    </SettingGroup>
  );
}

/** The ranges are wide; sliders end where most owners stop, and larger numbers are typed. */
const TIMES = [
  { key: 'initialDelay', sliderMax: 60, hint: 'After the page opens.' },
  {
    key: 'displayDuration',
    sliderMax: 60,
    hint: 'Pauses under the pointer and in a hidden tab.',
  },
  { key: 'timeBetween', sliderMax: 120, hint: undefined },
] as const;

function TimingGroup() {
  return (
    <SettingGroup title="Timing" paths={PATHS.timing}>
      {TIMES.map(({ key, sliderMax, hint }) => {
        const path = `behavior.timing.${key}` as const;
        return (
          <SettingField key={key} path={path} hint={hint}>
            {(input) => <SliderInput {...input} {...SETTING_RANGES[key]} sliderMax={sliderMax} unit="s" />}
          </SettingField>
        );
      })}
      <SwitchField path="behavior.timing.randomizeTiming" hint="So they feel natural." />
      <FirstMinute />
    </SettingGroup>
  );
}

function InteractionGroup() {
  const clickBehavior = useSetting('behavior.interaction.clickBehavior').value;
  const allowClosing = useSetting('behavior.interaction.allowClosing').value;
  const canClick = clickBehavior !== 'none';
  const canClose = allowClosing || clickBehavior === 'dismiss';
  return (
    <SettingGroup title="Clicking and closing" paths={PATHS.interaction}>
      <ChoiceField
        path="behavior.interaction.clickBehavior"
        hint={clickBehavior === 'url' ? 'A notification without a link does nothing.' : undefined}
      />
      <SwitchField
        path="behavior.interaction.entireNotificationClickable"
        hint={canClick ? 'Off: only its first line is.' : 'Clicks do nothing at the moment.'}
        disabled={!canClick}
      />
      <SwitchField
        path="behavior.interaction.openInNewTab"
        hint={clickBehavior === 'url' ? undefined : 'Clicks open no link at the moment.'}
        disabled={clickBehavior !== 'url'}
      />
      <SwitchField path="behavior.interaction.allowClosing" hint="Visitors can also press Escape." />
      <ChoiceField
        path="behavior.interaction.dismissPeriod"
        hint={canClose ? 'The others still appear.' : "Visitors can't close notifications at the moment."}
        disabled={!canClose}
      />
    </SettingGroup>
  );
}

function VisibilityGroup() {
  const onDesktop = useSetting('behavior.visibility.showOnDesktop').value;
  const onPhones = useSetting('behavior.visibility.showOnMobile').value;
  return (
    <SettingGroup title="Devices" paths={PATHS.visibility}>
      <SwitchField path="behavior.visibility.showOnDesktop" hint="Screens at least 768 px wide." />
      <SwitchField path="behavior.visibility.showOnMobile" hint="Narrower screens." />
      {!onDesktop && !onPhones && (
        <div className="py-4">
          <Alert tone="danger" title="Nobody sees notifications">
            They are off on every device. Turn on at least one.
          </Alert>
        </div>
      )}
    </SettingGroup>
  );
}

const LIMIT_HINTS = {
  perPage: 'Starts when the page opens.',
  perVisit: 'A visit ends after 30 minutes away from your site.',
};

function QueueGroup({ slug }: { slug: string }) {
  const order = useSetting('behavior.queue.order').value;
  const list = <TextLink to={screens.siteNotifications.href(slug)}>Notifications</TextLink>;
  return (
    <SettingGroup title="Order and limits" paths={PATHS.queue}>
      <ChoiceField
        path="behavior.queue.order"
        hint={order === 'custom' ? <>Arrange them under {list}.</> : undefined}
      />
      <SwitchField path="behavior.queue.loop" hint="Off: each notification appears once per page." />
      {(['perPage', 'perVisit'] as const).map((key) => {
        const path = `behavior.queue.${key}` as const;
        return (
          <SettingField key={key} path={path} hint={LIMIT_HINTS[key]}>
            {(input) => <LimitInput {...input} max={SETTING_RANGES[key].max} />}
          </SettingField>
        );
      })}
    </SettingGroup>
  );
}

type ChoicePath = keyof typeof CHOICE_WORDS & `behavior.${string}.${string}`;

/** A setting with a few values, each of which takes some words. */
function ChoiceField({ path, ...field }: { path: ChoicePath; hint?: ReactNode; disabled?: boolean }) {
  const options = Object.entries(CHOICE_WORDS[path]).map(([value, label]) => ({ value, label }));
  return (
    <SettingField path={path} {...field}>
      {({ onChange, ...input }) => (
        <Select {...input} onValueChange={(value) => onChange(value as SettingValue<ChoicePath>)} options={options} />
      )}
    </SettingField>
  );
}
