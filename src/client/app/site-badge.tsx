// How sites are told apart at a glance, in the header's switcher and wherever they are listed.

/** A site's initial in a small square. Decorative: the name is always next to it. */
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
