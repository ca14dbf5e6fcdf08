// The fields of everything that shapes a notification but the custom CSS: for the widget's settings, and for one
// notification's own appearance. Each hint says what the setting does on the visitor's page (shared/embed/style.ts).
import type { CSSProperties } from 'react';
import { pathsIn } from '#client/settings/paths.ts';
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
import { ColorField, FixColors } from './color-field.tsx';
import { FontChoice, fontName, fontStack } from './font-choice.tsx';

const PATHS = {
  colors: pathsIn('appearance.brandColors'),
  typography: pathsIn('appearance.typography'),
  shape: pathsIn('appearance.layout'),
  animation: pathsIn('appearance.animations'),
};

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
    <SettingGroup title="Colors" paths={PATHS.colors}>
      <FixColors />
      <ColorField color="backgroundColor" />
      <ColorField color="textColor" hint="Title, message and time" />
      <ColorField color="primaryColor" hint="Icons, numbers, the frame of a code" />
      <ColorField color="secondaryColor" hint="The dot beside the time or visitor count" />
      <ColorField
        color="linkColor"
        hint={isWholeLink ? 'The first line on hover' : 'The first line, if it is a link'}
      />
      <ColorField color="borderColor" hint={borderWidth === 0 ? 'No effect: the border width is 0' : undefined} />
    </SettingGroup>
  );
}

const HEADING_LOOKS: Record<Appearance['typography']['headingStyle'], CSSProperties> = {
  Normal: {},
  Bold: { fontWeight: 800 },
  Italic: { fontStyle: 'italic' },
  Uppercase: { textTransform: 'uppercase', letterSpacing: '0.04em' },
};

const headingsIn = (fontFamily: string) =>
  HEADING_STYLES.map((style) => ({
    value: style,
    label: style,
    picture: <span style={{ fontFamily, ...HEADING_LOOKS[style] }}>{style}</span>,
  }));

const weightsIn = (fontFamily: string) =>
  FONT_WEIGHTS.map((weight) => {
    const [, name = '', fontWeight] = /^(.*) \((\d+)\)$/.exec(weight) ?? [];
    return { value: weight, label: weight, picture: <span style={{ fontFamily, fontWeight }}>{name}</span> };
  });

function TextGroup() {
  const { value: font } = useSetting('appearance.typography.fontFamily');
  // In the notifications' own face. The app's small font has not all of these weights: each visit would load the whole one.
  const face = fontStack(font);
  return (
    <SettingGroup title="Text" paths={PATHS.typography}>
      <SettingField
        path="appearance.typography.fontFamily"
        layout="stacked"
        hint="Visitors see it if their device has it or your page loads it, else the next closest."
        format={fontName}
      >
        {(input) => <FontChoice {...input} />}
      </SettingField>
      <SettingField path="appearance.typography.fontSize">
        {(input) => <MeasureInput {...input} {...SETTING_RANGES.fontSize} />}
      </SettingField>
      <SettingField path="appearance.typography.fontWeight" layout="stacked">
        {(input) => <Choice {...input} options={weightsIn(face)} />}
      </SettingField>
      <SettingField path="appearance.typography.headingStyle" layout="stacked" hint="For notifications with a title">
        {(input) => <Choice {...input} options={headingsIn(face)} />}
      </SettingField>
    </SettingGroup>
  );
}

function ShapeGroup() {
  const { value: hasShadow } = useSetting('appearance.layout.boxShadow');
  return (
    <SettingGroup title="Shape" paths={PATHS.shape}>
      <SettingField path="appearance.layout.borderRadius">
        {(input) => <SliderInput {...input} {...SETTING_RANGES.borderRadius} unit="px" />}
      </SettingField>
      <SettingField path="appearance.layout.padding">
        {(input) => <MeasureInput {...input} {...SETTING_RANGES.padding} />}
      </SettingField>
      <SettingField path="appearance.layout.borderThickness">
        {(input) => <SliderInput {...input} {...SETTING_RANGES.borderThickness} unit="px" />}
      </SettingField>
      <SwitchField path="appearance.layout.boxShadow" />
      <SettingField
        path="appearance.layout.shadowIntensity"
        hint={!hasShadow && 'Turn on the shadow to change it'}
        disabled={!hasShadow}
      >
        {(input) => <SliderInput {...input} {...SETTING_RANGES.shadowIntensity} />}
      </SettingField>
    </SettingGroup>
  );
}

const SPEED_STEP = 50;
const namedAsStored = <Value extends string>(values: readonly Value[]) =>
  values.map((value) => ({ value, label: value }));

function AnimationGroup() {
  const { value: isEnabled } = useSetting('appearance.animations.enabled');
  const { value: type } = useSetting('appearance.animations.animationType');
  const isOff = !isEnabled && 'Turn on animations to change it';
  return (
    <SettingGroup
      title="Animation"
      description="Visitors who prefer reduced motion see no movement."
      paths={PATHS.animation}
    >
      <SwitchField path="appearance.animations.enabled" />
      <SettingField path="appearance.animations.animationType" layout="stacked" hint={isOff} disabled={!isEnabled}>
        {(input) => <Choice {...input} options={namedAsStored(ANIMATION_TYPES)} />}
      </SettingField>
      <SettingField
        path="appearance.animations.speed"
        hint={isOff || (type === 'None' ? 'Choose an animation to change it' : undefined)}
        disabled={!isEnabled || type === 'None'}
      >
        {(input) => <MeasureInput {...input} {...SETTING_RANGES.speed} step={SPEED_STEP} />}
      </SettingField>
      <SettingField
        path="appearance.animations.hoverEffect"
        layout="stacked"
        hint={isOff || undefined}
        disabled={!isEnabled}
      >
        {(input) => <Choice {...input} options={namedAsStored(HOVER_EFFECTS)} />}
      </SettingField>
    </SettingGroup>
  );
}
