// Selects the theme: system, light or dark. public/theme.js applies it and sets data-theme on <html>; this component
// reads that attribute and reports a new choice.
import { Monitor, Moon, Sun, SunMoon } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { IconButton } from './button.tsx';
import { Menu } from './menu.tsx';

type Theme = 'system' | 'light' | 'dark';

const isTheme = (value: string | undefined): value is Theme =>
  value === 'system' || value === 'light' || value === 'dark';

const current = (): Theme => {
  const { theme } = document.documentElement.dataset;
  return isTheme(theme) ? theme : 'system';
};

const subscribe = (onChange: () => void) => {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
};

const choose = (theme: Theme) => {
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
  window.dispatchEvent(new CustomEvent('proofbell:theme', { detail: theme }));
};

/** @returns the selected theme, and a setter that stores and applies another. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, current, () => 'system' as const), choose];
}

export const THEMES: { value: Theme; label: string; icon: typeof Sun }[] = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
];

export function ThemeSwitch() {
  const [theme, choose] = useTheme();
  return (
    <Menu
      label="Theme"
      trigger={
        <IconButton label="Theme" className="text-muted hover:text-ink">
          <SunMoon aria-hidden="true" size={18} strokeWidth={1.75} />
        </IconButton>
      }
      items={() => [
        {
          kind: 'choices',
          value: theme,
          options: THEMES.map(({ value, label, icon: Icon }) => ({
            value,
            label,
            icon: <Icon aria-hidden="true" size={16} strokeWidth={1.75} />,
          })),
          onChange(value) {
            const choice = THEMES.find((candidate) => candidate.value === value);
            if (choice) choose(choice.value);
          },
        },
      ]}
    />
  );
}
