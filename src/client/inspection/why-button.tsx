// Opens 'Why don't I see it?' on every screen where an owner may ask.
import { CircleHelp } from 'lucide-react';
import { useState } from 'react';
import { afterPaint } from '#client/hooks/after-paint.ts';
import { Button } from '#client/ui/button.tsx';
import type { Site } from '#shared/contract/site.ts';
import { PageDialog } from './lazy-page-dialog.ts';

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
        onClick={() => void afterPaint(() => setIsOpen(true))}
      >
        Why don't I see it?
      </Button>
      {isOpen && (
        <PageDialog
          site={site}
          title="Why don't I see it?"
          description="Opens your page with an overlay that lists every notification and rule, and explains why each one shows there or doesn't."
          hint="The page where a notification should appear. It must include the snippet."
          footnote="The link works for ten minutes and shows the overlay to anyone who has it. Your visitors never load it, and nothing is counted on that page. No overlay? The snippet isn't on the page or belongs to another site, the link is older than that, or the page's content security policy blocks it."
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
