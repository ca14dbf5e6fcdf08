// What comes before and after a document, at its end.
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { Link } from 'react-router';

type Neighbor = { to: string; title: string };

type NeighborsProps = {
  /** What these are, for screen readers. */
  label: string;
  previous: Neighbor | undefined;
  next: Neighbor | undefined;
};

export const Neighbors = ({ label, previous, next }: NeighborsProps) => (
  <nav aria-label={label} className="mt-14 grid gap-3 border-line border-t pt-6 sm:grid-cols-2">
    {previous && <NeighborLink {...previous} />}
    {next && <NeighborLink {...next} isNext />}
  </nav>
);

function NeighborLink({ to, title, isNext = false }: Neighbor & { isNext?: boolean }) {
  const Arrow = isNext ? ArrowRight : ArrowLeft;
  return (
    <Link
      to={to}
      className={`rounded-panel border border-line bg-raised px-4 py-3 transition-colors duration-100 hover:border-field ${isNext ? 'sm:col-start-2 sm:text-right' : ''}`}
    >
      <span className={`flex items-center gap-1.5 text-meta text-muted ${isNext ? 'sm:flex-row-reverse' : ''}`}>
        <Arrow aria-hidden="true" size={14} />
        {isNext ? 'Next' : 'Previous'}
      </span>
      <span className="mt-1 block font-semibold">{title}</span>
    </Link>
  );
}
