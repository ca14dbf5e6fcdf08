// On Analytics: keeps what is on screen as a view, and leads to those that are saved.
import { Bookmark, ListFilter } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useReports } from '#client/data/reports.ts';
import type { ChosenRange } from '#client/data/stats.ts';
import { useReopened } from '#client/form/kept-drafts.tsx';
import { screens } from '#client/screens.ts';
import { Button } from '#client/ui/button.tsx';
import { Menu, type MenuItem } from '#client/ui/menu.tsx';
import type { Site } from '#shared/contract/site.ts';
import { NameDialog } from './name-dialog.ts';
import { NEW_REPORT, reportSearch } from './report-address.ts';
import { nameForm } from './report-words.ts';

export function ViewsMenu({ site, chosen }: { site: Site; chosen: ChosenRange }) {
  const navigate = useNavigate();
  const [isNaming, setIsNaming] = useState(false);
  /** The list is fetched once somebody is about to open the menu. */
  const [isNeeded, setIsNeeded] = useState(false);
  const { data: reports, isError } = useReports(site.id, isNeeded);
  useReopened(nameForm(site.id, undefined), () => setIsNaming(true));
  const path = screens.siteReports.href(site.slug);
  const view = { chosen, narrowing: null };
  const saved: readonly MenuItem[] =
    reports && reports.length > 0
      ? reports.map(({ id, name }) => ({
          kind: 'item',
          label: name,
          icon: <Bookmark aria-hidden="true" size={16} />,
          href: `${path}${reportSearch(id)}`,
        }))
      : [{ kind: 'label', label: reports ? 'No saved views yet' : isError ? "Couldn't be loaded" : 'Loading…' }];
  const need = () => setIsNeeded(true);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsNaming(true)}>
        Save this view
      </Button>
      <Menu
        align="end"
        trigger={
          <Button
            variant="secondary"
            icon={<Bookmark aria-hidden="true" size={16} />}
            onPointerEnter={need}
            onFocus={need}
          >
            Views
          </Button>
        }
        items={() => [
          ...saved,
          { kind: 'separator' },
          {
            kind: 'item',
            label: 'Filter by type, device or page',
            icon: <ListFilter aria-hidden="true" size={16} />,
            href: `${path}${reportSearch(NEW_REPORT, view)}`,
          },
        ]}
      />
      {isNaming && (
        <NameDialog
          siteId={site.id}
          report={null}
          view={view}
          onSaved={({ id }) => navigate(`${path}${reportSearch(id)}`)}
          onClose={() => setIsNaming(false)}
        />
      )}
    </>
  );
}
