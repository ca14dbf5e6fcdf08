// A body as a tree: each value is a button that fills the chosen field. What is deep or long is folded until it is asked for.
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '#client/ui/badge.tsx';
import { toPointer } from '#shared/json-pointer.ts';

type Path = readonly (string | number)[];

type BodyTreeProps = {
  body: unknown;
  /** What the chosen field is called. */
  target: string;
  /** What each place is chosen for already, by pointer. */
  chosen: ReadonlyMap<string, string>;
  onChoose: (path: Path) => void;
};

/** Levels that are open from the start. */
const OPEN_DEPTH = 4;
/** Items of a list, or names of an object, before the others are asked for. */
const ITEMS = { list: 2, object: 60 } as const;

export function BodyTree(props: BodyTreeProps) {
  return (
    <div className="overflow-x-auto rounded-control border border-line bg-raised px-3 py-2 font-mono text-table">
      {typeof props.body === 'object' && props.body !== null ? (
        <Branch {...props} value={props.body} path={[]} />
      ) : (
        <p className="text-muted">{JSON.stringify(props.body)}</p>
      )}
    </div>
  );
}

type BranchProps = BodyTreeProps & { value: object; path: Path };

function Branch({ value, path, ...tree }: BranchProps) {
  const isList = Array.isArray(value);
  const [isWhole, setIsWhole] = useState(false);
  const entries: [string | number, unknown][] = isList ? value.map((item, at) => [at, item]) : Object.entries(value);
  const limit = isList ? ITEMS.list : ITEMS.object;
  const shown = isWhole ? entries : entries.slice(0, limit);
  if (entries.length === 0) return <p className="text-muted">empty</p>;
  return (
    <ul className={path.length > 0 ? 'border-line border-l pl-3' : ''}>
      {shown.map(([key, inner]) => (
        <Node key={key} {...tree} name={key} value={inner} path={[...path, key]} />
      ))}
      {shown.length < entries.length && (
        <li>
          <button
            type="button"
            onClick={() => setIsWhole(true)}
            className="min-h-7 rounded-control px-1.5 text-accent underline underline-offset-2"
          >
            {entries.length - shown.length} more
          </button>
        </li>
      )}
    </ul>
  );
}

const nameOf = (name: string | number) => (typeof name === 'number' ? `no. ${name + 1}` : name);

type NodeProps = BodyTreeProps & { name: string | number; value: unknown; path: Path };

function Node({ name, value, path, ...tree }: NodeProps) {
  const [isOpen, setIsOpen] = useState(path.length < OPEN_DEPTH);
  if (typeof value !== 'object' || value === null) return <Leaf {...tree} name={name} value={value} path={path} />;
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-7 items-center gap-1 rounded-control pr-1.5 text-muted hover:text-ink"
      >
        <ChevronRight aria-hidden="true" size={14} className={isOpen ? 'rotate-90' : ''} />
        {nameOf(name)}
      </button>
      {isOpen && (
        <div className="pl-2">
          <Branch {...tree} value={value} path={path} />
        </div>
      )}
    </li>
  );
}

const LENGTH_MAX = 80;

function Leaf({ name, value, path, target, chosen, onChoose }: NodeProps) {
  const text = String(value);
  const use = chosen.get(toPointer(path));
  return (
    <li>
      <button
        type="button"
        disabled={value === null}
        aria-label={`${nameOf(name)}: ${text.slice(0, LENGTH_MAX)}. Use as ${target}`}
        onClick={() => onChoose(path)}
        className="flex min-h-7 max-w-full items-center gap-2 rounded-control px-1.5 text-left enabled:hover:bg-accent-tint disabled:opacity-60"
      >
        <span className="shrink-0 text-muted">{nameOf(name)}</span>
        <span className="min-w-0 truncate">
          {text.length > LENGTH_MAX ? `${text.slice(0, LENGTH_MAX)}…` : text || '""'}
        </span>
        {use && (
          <span className="shrink-0 font-sans">
            <Badge tone="accent">{use}</Badge>
          </span>
        )}
      </button>
    </li>
  );
}
