// The dialog for both buttons that open the owner's own page.
import { lazyOverlay } from '#client/ui/load-later.tsx';

export const PageDialog = lazyOverlay(async () => (await import('./page-dialog.tsx')).PageDialog);
