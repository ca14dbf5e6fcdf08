// What can be done from the command palette.
import { Code, Keyboard, LogOut, Plus, SunMoon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useInstallation } from '#client/data/installation.ts';
import type { Site } from '#shared/contract/site.ts';
import { snippetOf } from '../format/snippet.ts';
import { screens } from '../screens.ts';
import { useSignOut } from '../sign-in/use-sign-out.ts';
import { copyText } from '../ui/copy-button.tsx';
import { THEMES, useTheme } from '../ui/theme-switch.tsx';
import { toast } from '../ui/toast.tsx';

type PaletteAction = {
  id: string;
  label: string;
  icon: ReactNode;
  /** More words that find it. */
  keywords?: string[];
  onSelect: () => void;
};

type PaletteWays = { go: (href: string) => void; onClose: () => void; onShowKeys: () => void };

const ICON = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const;

/** @param site the current one. */
export function usePaletteActions(
  site: Site | undefined,
  { go, onClose, onShowKeys }: PaletteWays,
): readonly PaletteAction[] {
  const { data: installation } = useInstallation();
  const [theme, setTheme] = useTheme();
  const { signOut } = useSignOut();
  const thenClose = (run: () => void) => () => {
    run();
    onClose();
  };
  const ofSite: PaletteAction[] = site
    ? [
        {
          id: 'new-notification',
          label: `New notification for ${site.name}`,
          icon: <Plus {...ICON} />,
          keywords: ['write', 'create', 'add'],
          onSelect: () => go(screens.siteNotifications.newHref(site.slug)),
        },
        {
          id: 'copy-snippet',
          label: `Copy the snippet of ${site.name}`,
          icon: <Code {...ICON} />,
          keywords: ['embed', 'install', 'script'],
          onSelect() {
            // Before the dialog closes: copying may need what is selected in it.
            void copySnippet(installation && snippetOf(installation.publicUrl, site.id), site.name);
            onClose();
          },
        },
      ]
    : [];
  return [
    ...ofSite,
    {
      id: 'new-site',
      label: 'Add New Site',
      icon: <Plus {...ICON} />,
      keywords: ['create'],
      onSelect: () => go(screens.createSite.href()),
    },
    ...THEMES.filter(({ value }) => value !== theme).map(({ value, label }) => ({
      id: `theme-${value}`,
      label: `Switch to the ${label.toLowerCase()} theme`,
      icon: <SunMoon {...ICON} />,
      keywords: ['appearance', 'dark mode'],
      onSelect: thenClose(() => setTheme(value)),
    })),
    {
      id: 'keys',
      label: 'Keyboard shortcuts',
      icon: <Keyboard {...ICON} />,
      keywords: ['help', 'keys'],
      onSelect: onShowKeys,
    },
    {
      id: 'log-out',
      label: 'Log out',
      icon: <LogOut {...ICON} />,
      keywords: ['logout', 'sign out'],
      onSelect: thenClose(signOut),
    },
  ];
}

async function copySnippet(snippet: string | undefined, name: string): Promise<void> {
  if (snippet !== undefined && (await copyText(snippet))) {
    toast({ title: 'Snippet copied', description: `It belongs to ${name}.`, tone: 'success' });
  } else {
    toast({
      title: "Couldn't copy the snippet",
      description: 'You can copy it by hand on the Site Setup screen.',
      tone: 'danger',
    });
  }
}
