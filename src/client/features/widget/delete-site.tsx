// Deletes a site. The owner confirms by typing its name.
import { useState } from 'react';
import { useDeleteSite } from '#client/data/sites.ts';
import { SettingGroup } from '#client/settings/setting-field.tsx';
import { Button } from '#client/ui/button.tsx';
import { lazyOverlay } from '#client/ui/load-later.tsx';
import type { Site } from '#shared/contract/site.ts';
import { TOASTS } from '#shared/messages.ts';

// Forms bring their validation, which the screen doesn't need until somebody deletes.
const TypedConfirm = lazyOverlay(async () => (await import('#client/form/typed-confirm.tsx')).TypedConfirm);

export function DeleteSite({ site }: { site: Site }) {
  const [isOpen, setIsOpen] = useState(false);
  const remove = useDeleteSite();
  return (
    <SettingGroup title="Delete this site">
      <div className="flex flex-wrap items-center justify-between gap-4 py-4">
        <p className="max-w-md text-pretty text-muted text-table">
          This also deletes its notifications, widget and statistics. Pages that still have the snippet show nothing.
        </p>
        <Button variant="danger-outline" onClick={() => setIsOpen(true)}>
          Delete site
        </Button>
      </div>
      {isOpen && (
        <TypedConfirm
          title={`Delete ${site.name}?`}
          description="This can't be undone."
          name={site.name}
          isName={(typed) => typed === site.name}
          confirmLabel="Delete site"
          // Once it is gone, SiteScope redirects to the overview.
          remove={() => remove.mutateAsync({ id: site.id })}
          success={TOASTS.siteDeleted}
          failed={TOASTS.siteDeleteFailed}
          onClose={() => setIsOpen(false)}
        />
      )}
    </SettingGroup>
  );
}
