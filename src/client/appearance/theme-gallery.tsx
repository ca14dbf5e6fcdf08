// The themes as miniatures drawn by the widget, and which of them is in effect.
import { Check } from 'lucide-react';
import { RadioGroup } from 'radix-ui';
import { memo, useRef, useState, useSyncExternalStore } from 'react';
import { afterPaint } from '#client/hooks/after-paint.ts';
import { useSeen } from '#client/hooks/use-seen.ts';
import { NotificationPreview } from '#client/preview/notification-preview.tsx';
import { IN_THE_MIDDLE } from '#client/preview/open-region.ts';
import { DEFAULT_SETTINGS, withChanges } from '#client/settings/paths.ts';
import { useSettingsSource } from '#client/settings/scope.tsx';
import { SettingGroup } from '#client/settings/setting-field.tsx';
import { RadioRoot } from '#client/ui/radio-root.tsx';
import type { EmbedNotification } from '#shared/embed/payload.ts';
import { MINUTE } from '#shared/time.ts';
import { THEMES, type Theme } from './theme-list.ts';
import { changesOfTheme, THEME_PATHS, themeOf } from './themes.ts';

/** How much smaller than on a page. */
const SCALE = 0.56;

const SAMPLE: EmbedNotification = {
  id: 'theme',
  type: 'purchase',
  title: 'New order',
  message: 'Ana bought the Oak Desk',
  timestamp: new Date(Date.now() - 4 * MINUTE).toISOString(),
};

export function ThemeGallery() {
  const source = useSettingsSource();
  const current = useSyncExternalStore(source.subscribe, () => themeOf(source.settings()));
  const isChanged = useSyncExternalStore(source.subscribe, () =>
    THEME_PATHS.some((path) => source.state(path).isChanged),
  );
  const isReadOnly = useSyncExternalStore(source.subscribe, source.isReadOnly);
  const inUse = !current && isChanged ? "You're using your own look." : `${current?.name ?? 'Default'} is in use.`;
  // The tile is marked at once, and then the colors, texts and shapes of the whole screen change.
  const [chosen, setChosen] = useState<Theme | null>(null);
  const choose = (name: string) => {
    const theme = THEMES.find((one) => one.name === name);
    if (!theme) return;
    setChosen(theme);
    afterPaint(() => {
      source.change(changesOfTheme(theme));
      setChosen((last) => (last === theme ? null : last));
    });
  };
  return (
    <SettingGroup title="Theme" description={`${inUse} A theme sets colors, font and shape.`} paths={THEME_PATHS}>
      <div className="@container py-4">
        <RadioRoot
          aria-label="Theme"
          value={(chosen ?? current)?.name ?? ''}
          onValueChange={choose}
          disabled={isReadOnly}
          className="grid grid-cols-2 gap-3 @xl:grid-cols-4"
        >
          {THEMES.map((theme) => (
            <Tile key={theme.name} theme={theme} />
          ))}
        </RadioRoot>
      </div>
    </SettingGroup>
  );
}

const Tile = memo(function Tile({ theme }: { theme: Theme }) {
  const place = useRef<HTMLSpanElement>(null);
  const isSeen = useSeen(place);
  return (
    <RadioGroup.Item
      value={theme.name}
      aria-label={theme.name}
      className="group min-w-0 rounded-panel text-left disabled:cursor-not-allowed disabled:opacity-75"
    >
      <span
        ref={place}
        aria-hidden="true"
        className="relative block h-24 overflow-hidden rounded-panel border border-line bg-[#e8e6e1] transition-colors duration-100 group-enabled:group-hover:border-field group-data-[state=checked]:border-accent group-data-[state=checked]:ring-1 group-data-[state=checked]:ring-accent dark:bg-[#c9c6bf]"
      >
        <span
          className="absolute top-0 left-0 block origin-top-left"
          style={{ width: `${100 / SCALE}%`, height: `${100 / SCALE}%`, transform: `scale(${SCALE})` }}
        >
          {isSeen && (
            <NotificationPreview
              notification={SAMPLE}
              appearance={LOOKS.get(theme)}
              customCSS={IN_THE_MIDDLE}
              className="h-full"
            />
          )}
        </span>
      </span>
      <span className="mt-1.5 flex items-center gap-1.5 text-muted text-table group-hover:text-ink group-data-[state=checked]:font-semibold group-data-[state=checked]:text-ink">
        {theme.name}
        <RadioGroup.Indicator>
          <Check aria-hidden="true" size={14} className="text-accent" />
        </RadioGroup.Indicator>
      </span>
    </RadioGroup.Item>
  );
});

/** Each theme over the defaults, the same object every time. */
const LOOKS = new Map(THEMES.map((theme) => [theme, withChanges(DEFAULT_SETTINGS, changesOfTheme(theme)).appearance]));
