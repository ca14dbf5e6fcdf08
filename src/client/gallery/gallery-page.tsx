// The gallery of the UI kit at /__ui, in development only: every component in every state, light and dark side by side.
// Overlays (dialogs, menus, toasts) follow the page's own theme, not that of their half.
import { useTitle } from '../hooks/use-title.ts';
import { Wordmark } from '../ui/logo.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { ActionStories } from './action-stories.tsx';
import { DataStories } from './data-stories.tsx';
import { FieldStories } from './field-stories.tsx';
import { MessageStories } from './message-stories.tsx';
import { OverlayStories } from './overlay-stories.tsx';
import { StatStories } from './stat-stories.tsx';
import { TokenStories } from './token-stories.tsx';

const SHEETS = [
  { name: 'Tokens', Stories: TokenStories },
  { name: 'Actions', Stories: ActionStories },
  { name: 'Fields', Stories: FieldStories },
  { name: 'Data', Stories: DataStories },
  { name: 'Statistics', Stories: StatStories },
  { name: 'Messages', Stories: MessageStories },
  { name: 'Overlays', Stories: OverlayStories },
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
        {SHEETS.map(({ name, Stories }) => (
          <section key={name} id={name} aria-label={name} className="grid scroll-mt-14 xl:grid-cols-2">
            {['light', 'dark'].map((theme) => (
              <div key={theme} className={`${theme} min-w-0 border-line border-b bg-paper text-ink`}>
                <div className="px-4 py-8 md:px-8 md:py-10">
                  <h2 className="mb-6 font-display text-title">{name}</h2>
                  <div className="grid gap-8">
                    <Stories />
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
