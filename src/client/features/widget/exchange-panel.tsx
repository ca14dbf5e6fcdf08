// All settings as a file, to keep or to use on another site.
import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { SettingGroup } from '#client/settings/setting-field.tsx';
import { useSettingsState, useWidgetSettings } from '#client/settings/use-widget-settings.ts';
import type { WidgetSettings } from '#client/settings/widget-settings.ts';
import { Button } from '#client/ui/button.tsx';
import { lazyOverlay } from '#client/ui/load-later.tsx';
import { expectConnection } from '#client/ui/loadable.ts';
import { saveFile } from '#client/ui/save-file.ts';
import { toast } from '#client/ui/toast.tsx';
import type { Site } from '#shared/contract/site.ts';

const ImportDialog = lazyOverlay(async () => (await import('./import-dialog.tsx')).ImportDialog);

export function ExchangePanel({ site }: { site: Site }) {
  const { settings } = useWidgetSettings(site.id);
  return settings && <Panel site={site} settings={settings} />;
}

function Panel({ site, settings }: { site: Site; settings: WidgetSettings }) {
  const isReadOnly = useSettingsState(settings, (one) => one.isReadOnly());
  const [isImporting, setIsImporting] = useState(false);
  const exportSettings = async () => {
    try {
      await expectConnection();
      const { fileNameOf, writeSettings } = await import('#client/settings/exchange.ts');
      const json = writeSettings(settings.own(), site.name, new Date().toISOString());
      saveFile(new Blob([json], { type: 'application/json' }), fileNameOf(site.slug));
    } catch {
      toast({
        title: "Couldn't export the settings",
        description: 'Check your connection and try again.',
        tone: 'danger',
      });
    }
  };
  return (
    <SettingGroup
      title="Export and import"
      description="Appearance, behavior, rules and custom CSS in one file, without notifications."
    >
      <div className="flex flex-wrap gap-2 py-4">
        <Button variant="secondary" icon={<Download aria-hidden="true" size={16} />} onClick={exportSettings}>
          Export settings
        </Button>
        <Button
          variant="secondary"
          icon={<Upload aria-hidden="true" size={16} />}
          onClick={() => setIsImporting(true)}
          disabled={isReadOnly}
        >
          Import settings
        </Button>
      </div>
      {isImporting && <ImportDialog settings={settings} onClose={() => setIsImporting(false)} />}
    </SettingGroup>
  );
}
