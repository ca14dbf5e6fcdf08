// The gallery of the UI kit at /__ui, in development only: each component in each of its states, light and dark side by
// side. What opens over the page (dialogs, menus, toasts) follows the page's own theme, not its half's.
import { useTitle } from '../hooks/use-title.ts';
import { Wordmark } from '../ui/logo.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { ActionSpecimens } from './action-specimens.tsx';
import { DataSpecimens } from './data-specimens.tsx';
import { FieldSpecimens } from './field-specimens.tsx';
import { FigureSpecimens } from './figure-specimens.tsx';
import { MessageSpecimens } from './message-specimens.tsx';
import { OverlaySpecimens } from './overlay-specimens.tsx';
import { TokenSpecimens } from './token-specimens.tsx';

const SHEETS = [
  { name: 'Tokens', Specimens: TokenSpecimens },
  { name: 'Actions', Specimens: ActionSpecimens },
  { name: 'Fields', Specimens: FieldSpecimens },
  { name: 'Data', Specimens: DataSpecimens },
  { name: 'Figures', Specimens: FigureSpecimens },
  { name: 'Messages', Specimens: MessageSpecimens },
  { name: 'Overlays', Specimens: OverlaySpecimens },
];

export function GalleryPage() {
  useTitle('UI kit');
  return (
    <div className="min-h-dvh bg-paper">
      <header className="sticky top-0 z-20 flex h-14 items-center gap-6 border-line border-b bg-surface px-4 md:px-8">
        <Wordmark />
        <nav aria-label="Sheets" className="hidden flex-1 gap-5 text-table md:flex">
          {SHEETS.map(({ name }) => (
            <a key={name} href={`#${name}`} className="rounded-control font-medium text-muted hover:text-ink">
              {name}
            </a>
          ))}
        </nav>
        <div className="ml-auto">
          <ThemeSwitch />
        </div>
      </header>
      <main>
        <h1 className="sr-only">UI kit</h1>
        {SHEETS.map(({ name, Specimens }) => (
          <section key={name} id={name} aria-label={name} className="grid scroll-mt-14 xl:grid-cols-2">
            {['light', 'dark'].map((theme) => (
              <div key={theme} className={`${theme} min-w-0 border-line border-b bg-paper text-ink`}>
                <div className="px-4 py-8 md:px-8 md:py-10">
                  <h2 className="mb-6 font-display text-title">{name}</h2>
                  <div className="grid gap-8">
                    <Specimens />
                  </div>
                </div>
              </div>
            ))}
          </section>
        ))}
      </main>
    </div>
  );
}
