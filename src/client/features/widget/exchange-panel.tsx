// All settings as a file, to keep or to use on another site.
import { Download, Upload } from 'lucide-react';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { useSettingsSource } from '#client/settings/scope.tsx';
import { SettingGroup } from '#client/settings/setting-field.tsx';
import { Button } from '#client/ui/button.tsx';
import { saveFile } from '#client/ui/save-file.ts';
import { toast } from '#client/ui/toast.tsx';
import type { Site } from '#shared/contract/site.ts';

const ImportDialog = lazy(() => import('./import-dialog.tsx'));

export function ExchangePanel({ site }: { site: Site }) {
  const source = useSettingsSource();
  const isReadOnly = useSyncExternalStore(source.subscribe, source.isReadOnly);
  const [isImporting, setIsImporting] = useState(false);
  const exportSettings = async () => {
    try {
      const { fileNameOf, writeSettings } = await import('#client/settings/exchange.ts');
      const json = writeSettings(source.settings(), site.name, new Date().toISOString());
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
      paths={[]}
      description="Appearance, behavior, rules and custom CSS in one file. Notifications and the site's details aren't part of it."
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
      {isImporting && (
        <Suspense>
          <ImportDialog onClose={() => setIsImporting(false)} />
        </Suspense>
      )}
    </SettingGroup>
  );
}
