// The dialog that asks for a view's name, loaded when it is asked for.
import { lazyOverlay } from '#client/ui/load-later.tsx';

export const NameDialog = lazyOverlay(async () => (await import('./report-name.tsx')).ReportName);
