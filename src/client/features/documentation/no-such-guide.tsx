// Shown for a guide that doesn't exist.
import { Link } from 'react-router';
import { Button } from '#client/ui/button.tsx';

export const NoSuchGuide = ({ listHref }: { listHref: string }) => (
  <section className="max-w-xl">
    <h1 className="font-display text-title outline-none">There is no guide at this address</h1>
    <p className="mt-2 text-pretty text-muted">It may have been renamed. The list of all guides has a search.</p>
    <Button asChild className="mt-6">
      <Link to={listHref}>All guides</Link>
    </Button>
  </section>
);
