// Colors, type, radii and the mark.
import { LogoBadge, Wordmark } from '../ui/logo.tsx';
import { Row, Story } from './story.tsx';

const COLORS = [
  ['paper', 'bg-paper'],
  ['surface', 'bg-surface'],
  ['raised', 'bg-raised'],
  ['line', 'bg-line'],
  ['field', 'bg-field'],
  ['muted', 'bg-muted'],
  ['ink', 'bg-ink'],
  ['accent', 'bg-accent'],
  ['accent-strong', 'bg-accent-strong'],
  ['accent-tint', 'bg-accent-tint'],
  ['proof', 'bg-proof'],
  ['proof-ink', 'bg-proof-ink'],
  ['proof-tint', 'bg-proof-tint'],
  ['danger', 'bg-danger'],
  ['danger-tint', 'bg-danger-tint'],
  ['success', 'bg-success'],
  ['success-tint', 'bg-success-tint'],
] as const;

const TYPE = [
  ['font-display text-display', 'display 36/40', 'Every notification is true'],
  ['font-display text-title', 'title 28/32', 'Every notification is true'],
  ['font-display text-heading', 'heading 20/28', 'Every notification is true'],
  ['text-body', 'body 14/20', 'Ana from Lisbon bought the Oak Desk'],
  ['text-table', 'table 13/20', '4,812 displays, 301 clicks'],
  ['text-meta', 'meta 12/16', 'Order webhook · 2 hours ago'],
] as const;

export function TokenStories() {
  return (
    <>
      <Story name="logo">
        <Row>
          <Wordmark />
          <Wordmark size="sm" />
          <LogoBadge size={20} />
          <LogoBadge size={16} />
        </Row>
      </Story>
      <Story name="colors">
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(88px,1fr))] gap-3">
          {COLORS.map(([name, look]) => (
            <li key={name} className="text-meta text-muted">
              <span className={`mb-1 block h-10 rounded-control border border-line ${look}`} />
              {name}
            </li>
          ))}
        </ul>
      </Story>
      <Story name="type">
        <ul className="grid gap-2.5">
          {TYPE.map(([look, name, words]) => (
            <li key={name} className="flex items-baseline justify-between gap-4">
              <span className={look}>{words}</span>
              <span className="shrink-0 text-meta text-muted">{name}</span>
            </li>
          ))}
        </ul>
      </Story>
    </>
  );
}
