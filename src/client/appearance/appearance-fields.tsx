// The fields of everything that shapes a notification but the custom CSS: for the widget's settings, and for one
// notification's own appearance. Each hint says what the setting does on the visitor's page (shared/embed/style.ts).
import type { CSSProperties } from 'react';
import { SETTING_PATHS, type SettingPath } from '#client/settings/paths.ts';
import { useSetting } from '#client/settings/scope.tsx';
import { SettingField, SettingGroup, SwitchField } from '#client/settings/setting-field.tsx';
import { Choice } from '#client/ui/choice.tsx';
import { MeasureInput, SliderInput } from '#client/ui/slider-input.tsx';
import {
  ANIMATION_TYPES,
  type Appearance,
  FONT_WEIGHTS,
  HEADING_STYLES,
  HOVER_EFFECTS,
} from '#shared/embed/payload.ts';
import { SETTING_RANGES } from '#shared/limits.ts';
import { ColorField } from './color-field.tsx';
import { FontChoice, fontName } from './font-choice.tsx';

const pathsIn = (group: string): SettingPath[] =>
  SETTING_PATHS.filter((path) => path.startsWith(`appearance.${group}.`));
const COLORS = pathsIn('brandColors');
const TYPOGRAPHY = pathsIn('typography');
const ANIMATION = pathsIn('animations');
const SHAPE = pathsIn('layout');

type Setting<Value> = { value: Value; set: (value: Value) => void; isReadOnly: boolean };

/** @returns what an input needs of its setting and field. @param isIdle whether the setting has no effect at the moment. */
const inputOf = <Value, Control>({ value, set, isReadOnly }: Setting<Value>, control: Control, isIdle = false) => ({
  ...control,
  value,
  onChange: set,
  disabled: isReadOnly || isIdle,
});

export function AppearanceFields() {
  return (
    <div className="space-y-6">
      <ColorGroup />
      <TextGroup />
      <ShapeGroup />
      <AnimationGroup />
    </div>
  );
}

function ColorGroup() {
  const { value: isWholeLink } = useSetting('behavior.interaction.entireNotificationClickable');
  const { value: borderWidth } = useSetting('appearance.layout.borderThickness');
  return (
    <SettingGroup title="Colors" paths={COLORS}>
      <ColorField color="backgroundColor" hint="Behind the text and icon" />
      <ColorField color="textColor" hint="Title, message and, fainter, the time" />
      <ColorField color="primaryColor" hint="Icons, numbers, the frame of a code" />
      <ColorField color="secondaryColor" hint="The dot beside the time or visitor count" />
      <ColorField
        color="linkColor"
        hint={isWholeLink ? 'The first line on hover' : 'The first line, if it is a link'}
      />
      <ColorField
        color="borderColor"
        hint={borderWidth === 0 ? 'No effect: the border width is 0' : 'The line around the notification'}
      />
    </SettingGroup>
  );
}

const HEADING_LOOKS: Record<Appearance['typography']['headingStyle'], CSSProperties> = {
  Normal: {},
  Bold: { fontWeight: 800 },
  Italic: { fontStyle: 'italic' },
  Uppercase: { textTransform: 'uppercase', letterSpacing: '0.04em' },
};

function TextGroup() {
  return (
    <SettingGroup title="Text" paths={TYPOGRAPHY}>
      <SettingField
        path="appearance.typography.fontFamily"
        layout="stacked"
        hint="Nothing is downloaded. Visitors see it if their device has it or your page loads it, otherwise the next closest."
        format={fontName}
      >
        {(setting, control) => <FontChoice {...inputOf(setting, control)} />}
      </SettingField>
      <SettingField path="appearance.typography.fontSize">
        {(setting, control) => <MeasureInput {...inputOf(setting, control)} {...SETTING_RANGES.fontSize} />}
      </SettingField>
      <SettingField path="appearance.typography.fontWeight" layout="stacked">
        {(setting, control) => (
          <Choice
            {...inputOf(setting, control)}
            options={FONT_WEIGHTS.map((weight) => {
              const [, name = '', fontWeight] = /^(.*) \((\d+)\)$/.exec(weight) ?? [];
              return { value: weight, label: weight, picture: <span style={{ fontWeight }}>{name}</span> };
            })}
          />
        )}
      </SettingField>
      <SettingField path="appearance.typography.headingStyle" layout="stacked" hint="For notifications with a title">
        {(setting, control) => (
          <Choice
            {...inputOf(setting, control)}
            options={HEADING_STYLES.map((style) => ({
              value: style,
              label: style,
              picture: <span style={HEADING_LOOKS[style]}>{style}</span>,
            }))}
          />
        )}
      </SettingField>
    </SettingGroup>
  );
}

function ShapeGroup() {
  const { value: hasShadow } = useSetting('appearance.layout.boxShadow');
  return (
    <SettingGroup title="Shape" paths={SHAPE}>
      <SettingField path="appearance.layout.borderRadius">
        {(setting, control) => (
          <SliderInput {...inputOf(setting, control)} {...SETTING_RANGES.borderRadius} unit="px" />
        )}
      </SettingField>
      <SettingField path="appearance.layout.padding" hint="Space around the content">
        {(setting, control) => <MeasureInput {...inputOf(setting, control)} {...SETTING_RANGES.padding} />}
      </SettingField>
      <SettingField path="appearance.layout.borderThickness">
        {(setting, control) => (
          <SliderInput {...inputOf(setting, control)} {...SETTING_RANGES.borderThickness} unit="px" />
        )}
      </SettingField>
      <SwitchField path="appearance.layout.boxShadow" />
      <SettingField path="appearance.layout.shadowIntensity" hint={!hasShadow && 'Turn on the shadow to change it'}>
        {(setting, control) => (
          <SliderInput {...inputOf(setting, control, !hasShadow)} {...SETTING_RANGES.shadowIntensity} />
        )}
      </SettingField>
    </SettingGroup>
  );
}

const SPEED_STEP = 50;

function AnimationGroup() {
  const { value: isEnabled } = useSetting('appearance.animations.enabled');
  const { value: type } = useSetting('appearance.animations.animationType');
  const isOff = !isEnabled && 'Turn on animations to change it';
  return (
    <SettingGroup title="Animation" description="Visitors who prefer reduced motion see no movement." paths={ANIMATION}>
      <SwitchField path="appearance.animations.enabled" />
      <SettingField path="appearance.animations.animationType" layout="stacked" hint={isOff}>
        {(setting, control) => (
          <Choice
            {...inputOf(setting, control, !isEnabled)}
            options={ANIMATION_TYPES.map((one) => ({ value: one, label: one }))}
          />
        )}
      </SettingField>
      <SettingField
        path="appearance.animations.speed"
        hint={isOff || (type === 'None' ? 'Choose an animation to change it' : 'How long it takes to appear and leave')}
      >
        {(setting, control) => (
          <MeasureInput
            {...inputOf(setting, control, !isEnabled || type === 'None')}
            {...SETTING_RANGES.speed}
            step={SPEED_STEP}
          />
        )}
      </SettingField>
      <SettingField path="appearance.animations.hoverEffect" layout="stacked" hint={isOff || 'On hover'}>
        {(setting, control) => (
          <Choice
            {...inputOf(setting, control, !isEnabled)}
            options={HOVER_EFFECTS.map((one) => ({ value: one, label: one }))}
          />
        )}
      </SettingField>
    </SettingGroup>
  );
}
