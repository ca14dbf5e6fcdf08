// Opens 'Why don't I see it?' on every screen where an owner may ask.
import { CircleHelp } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import type { Site } from '#shared/contract/site.ts';

const Why = lazy(async () => ({ default: (await import('./why-dialog.tsx')).WhyDialog }));

export function WhyButton({ site }: { site: Site }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        // Where a screen stacks its buttons, the main one comes first.
        className="max-md:order-last"
        icon={<CircleHelp aria-hidden="true" size={17} />}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        Why don't I see it?
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <Why site={site} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
