// Every keyboard shortcut of the app, and the switch that turns them off. Loaded when it is first opened.
import { useId } from 'react';
import { useShortcutsPreference } from '../hooks/use-shortcuts-preference.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Switch } from '../ui/switch.tsx';
import { placesOf } from './navigation.ts';
import { PALETTE_KEYS } from './shortcuts.ts';

type Row = { what: string; keys: readonly string[] };

/** @param slug of the current site; undefined without a site, whose screens are then left out. */
export function KeyList({ slug, onClose }: { slug: string | undefined; onClose: () => void }) {
  const [isOn, setOn] = useShortcutsPreference();
  const id = useId();
  const { site, account } = placesOf(slug);
  const goTo = (places: typeof site): Row[] =>
    places.flatMap(({ label, key }) => (key ? [{ what: label, keys: ['G', key.toUpperCase()] }] : []));
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      size="lg"
      title="Keyboard shortcuts"
      description="They don't work while you're typing or a dialog is open."
      footer={
        <div className="flex w-full items-center justify-between gap-6">
          <div>
            <p id={id} className="font-semibold">
              Use keyboard shortcuts
            </p>
            <p className="text-muted text-table">Remembered on this device.</p>
          </div>
          <Switch checked={isOn} onCheckedChange={setOn} label="Use keyboard shortcuts" aria-describedby={id} />
        </div>
      }
    >
      {/* It takes the first focus, from which the keyboard scrolls it: on the switch, the space bar would turn it off. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on small screens */}
      <section tabIndex={0} aria-label="All shortcuts" className="gap-x-10 outline-none sm:columns-2">
        <KeyGroup
          title="Anywhere"
          rows={[
            { what: 'Search and commands', keys: PALETTE_KEYS },
            { what: 'This list', keys: ['?'] },
          ]}
        />
        <KeyGroup title="All sites" rows={goTo(account)} />
        {site.length > 0 && <KeyGroup title="This site" rows={goTo(site)} />}
      </section>
    </Dialog>
  );
}

function KeyGroup({ title, rows }: { title: string; rows: readonly Row[] }) {
  return (
    <div className="mb-6 break-inside-avoid-column last:mb-0">
      <h3 className="pb-1 font-semibold text-meta text-muted">{title}</h3>
      <dl>
        {rows.map(({ what, keys }) => (
          <div
            key={what}
            className="flex items-center justify-between gap-4 border-line border-b py-1.5 last:border-b-0"
          >
            <dt>{what}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

export const Key = ({ children }: { children: string }) => (
  <kbd className="grid h-5 min-w-5 place-items-center rounded-control border border-line bg-raised px-1 font-medium font-sans text-meta text-muted">
    {children}
  </kbd>
);
