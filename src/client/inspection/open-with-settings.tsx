// Opens the owner's own page with the settings on the screen, saved or not, before any visitor gets them.
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useSettings } from '#client/settings/scope.tsx';
import { Button } from '#client/ui/button.tsx';
import type { Site } from '#shared/contract/site.ts';
import { PageDialog } from './lazy-page-dialog.ts';

/** Takes the settings from the scope around it, once its dialog is open: changes alone don't render it again. */
export function OpenWithSettings({ site }: { site: Site }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        className="w-full"
        icon={<ExternalLink aria-hidden="true" size={17} />}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        Open my page with this
      </Button>
      {isOpen && <SettingsPageDialog site={site} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function SettingsPageDialog({ site, onClose }: { site: Site; onClose: () => void }) {
  const settings = useSettings();
  return (
    <PageDialog
      site={site}
      settings={settings}
      title="Open my page with this"
      description="Opens your page with the settings you see here, saved or not. Visitors keep the saved ones."
      hint="Any page of yours with the snippet."
      footnote="The link works for ten minutes. Until then, anyone with the link sees these settings on your page and why each notification shows there or doesn't. Nothing is counted on that page."
      onClose={onClose}
    />
  );
}
