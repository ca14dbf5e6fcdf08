// A site's initial in a small square, to tell sites apart at a glance. Decoration: the name always stands beside it.
export function SiteBadge({ name }: { name: string }) {
  const initial = [...name.trim()][0]?.toUpperCase() ?? '·';
  return (
    <span
      aria-hidden="true"
      className="grid size-5 shrink-0 place-items-center rounded-control bg-ink font-bold text-[11px] text-paper"
    >
      {initial}
    </span>
  );
}
