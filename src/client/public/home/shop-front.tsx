// A page of a made-up shop, for notifications to sit on, in the colors of the page around it. It says nothing to screen
// readers; whoever shows it says that the shop is made up.

export function ShopFront() {
  return (
    <div aria-hidden="true" className="@container absolute inset-0 select-none bg-raised text-ink">
      <div className="flex items-center justify-between border-line border-b px-5 py-4 text-table @min-[600px]:px-8">
        <span className="font-semibold text-[17px] tracking-tight">Holt &amp; Ash</span>
        <span className="flex gap-6 text-muted">
          <span className="hidden @min-[600px]:inline">Desks</span>
          <span className="hidden @min-[600px]:inline">Lamps</span>
          <span>Cart</span>
        </span>
      </div>
      <div className="grid gap-5 px-5 py-5 @min-[600px]:grid-cols-[1.6fr_1fr] @min-[600px]:gap-8 @min-[600px]:px-8 @min-[600px]:py-8">
        <div className="flex h-[190px] items-end justify-center rounded-panel bg-[#e9e7e1] @min-[600px]:h-[270px] dark:bg-[#2b2925]">
          <Desk />
        </div>
        <div>
          <p className="font-display text-title">Oak Desk</p>
          <p className="mt-1 text-muted">€480</p>
          <p className="mt-4 hidden text-muted leading-relaxed @min-[600px]:block">
            Solid oak, oiled by hand. Built to order in four weeks.
          </p>
          <span className="mt-5 hidden rounded-control bg-ink px-5 py-2.5 font-medium text-paper @min-[600px]:inline-block">
            Add to cart
          </span>
        </div>
      </div>
    </div>
  );
}

const Desk = () => (
  <svg viewBox="0 0 320 190" width="320" height="190" className="h-[82%] w-auto max-w-[86%]" role="presentation">
    <ellipse cx="160" cy="184" rx="146" ry="5" className="fill-black/10 dark:fill-black/40" />
    {/* The lamp. */}
    <path d="M236 78V34l-22-20" className="fill-none stroke-[#2b2f33] dark:stroke-[#8b867c]" strokeWidth="4" />
    <path d="M222 6l-30 12 14 22z" className="fill-[#2b2f33] dark:fill-[#8b867c]" />
    <path d="M222 78h28v5h-28z" className="fill-[#2b2f33] dark:fill-[#8b867c]" />
    {/* Books, and a plant. */}
    <path d="M58 46h9v37h-9zM69 40h12v43H69z" fill="#8aa39b" />
    <path d="M83 50h8v33h-8z" fill="#c9a36a" />
    <path d="M112 64h22l-3 19h-16z" fill="#b9b2a4" />
    <path d="M122 64c-12-10-11-23-3-30 0 11 5 17 5 30zM124 64c0-15 6-18 14-21 1 11-5 17-14 21z" fill="#66806f" />
    {/* The desk. */}
    <path d="M20 83h280v13H20z" fill="#c08a50" />
    <path d="M20 96h280v3H20z" fill="#a2713a" />
    <path d="M178 99h96v32h-96z" fill="#cf9d68" />
    <path d="M214 112h24v3h-24z" fill="#a2713a" />
    <path d="M36 99h13l-8 86h-8zM284 99h-13l8 86h8z" fill="#b57f45" />
  </svg>
);
