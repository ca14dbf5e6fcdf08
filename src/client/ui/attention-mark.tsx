// Marks in a list what needs attention: a triangle with words beside it.
import { TriangleAlert } from 'lucide-react';
import { classNames } from './class-names.ts';

export const AttentionMark = ({ text, isUrgent }: { text: string; isUrgent: boolean }) => (
  <span className="inline-flex min-w-0 items-center gap-1.5 font-medium text-ink text-meta">
    <TriangleAlert
      aria-hidden="true"
      size={14}
      className={classNames('shrink-0', isUrgent ? 'text-danger' : 'text-muted')}
    />
    <span className="truncate">{text}</span>
  </span>
);
