// The foot of public pages.
import { LogoBadge } from '../ui/logo.tsx';

export function Footer() {
  return (
    <footer className="border-line border-t">
      <div className="mx-auto flex max-w-6xl items-center gap-3 px-4 py-6 text-table text-muted md:px-8">
        <LogoBadge size={20} />
        <p>Proofbell is free software that runs on its owner's server. No visitor is tracked.</p>
      </div>
    </footer>
  );
}
