// Selects the theme: system, light or dark. public/theme.js applies it and sets data-theme on <html>; this component
// reads that attribute and reports a new choice.
import { Check, Monitor, Moon, Sun, SunMoon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { IconButton } from './button.tsx';
import { MENU_ITEM_LOOK, MENU_LOOK } from './menu.tsx';

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
function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, current), choose];
}

const CHOICES: { value: Theme; label: string; icon: typeof Sun }[] = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
];

export function ThemeSwitch() {
  const [theme, choose] = useTheme();
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton label="Theme" className="text-muted hover:text-ink">
          <SunMoon aria-hidden="true" size={18} strokeWidth={1.75} />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="end" sideOffset={4} collisionPadding={8} className={`${MENU_LOOK} min-w-40`}>
          <DropdownMenu.RadioGroup
            value={theme}
            onValueChange={(value) => {
              const choice = CHOICES.find((candidate) => candidate.value === value);
              if (choice) choose(choice.value);
            }}
          >
            {CHOICES.map(({ value, label, icon: Icon }) => (
              <DropdownMenu.RadioItem key={value} value={value} className={MENU_ITEM_LOOK}>
                <Icon aria-hidden="true" size={16} strokeWidth={1.75} className="text-muted" />
                <span className="flex-1">{label}</span>
                <DropdownMenu.ItemIndicator className="text-accent">
                  <Check aria-hidden="true" size={16} />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
