// How the effect is measured, as a picture: nine visitors who see notifications and one who doesn't, and what each group orders.
// The bars are alike: what comes of it isn't known before.

const SHOWN = Array.from({ length: 9 }, (_, at) => 10 + at * 22);

function Visitor({ x, y, isHeldOut = false }: { x: number; y: number; isHeldOut?: boolean }) {
  return (
    <g transform={`translate(${x} ${y})`} className={isHeldOut ? 'stroke-field' : 'stroke-accent'}>
      {!isHeldOut && <rect x="-8" y="-26" width="16" height="9" rx="2" className="fill-accent stroke-none" />}
      <circle cy="-8" r="4" />
      <path d="M-7 7a7 7 0 0 1 14 0" />
    </g>
  );
}

export const EffectPicture = () => (
  <svg aria-hidden="true" viewBox="0 0 360 150" className="w-full fill-none" strokeWidth="1.75" strokeLinecap="round">
    <g className="fill-muted text-[11px]">
      <text x="2" y="10">
        See notifications
      </text>
      <text x="2" y="92">
        See none
      </text>
      <text x="250" y="10">
        Orders
      </text>
    </g>
    {SHOWN.map((x) => (
      <Visitor key={x} x={x} y={50} />
    ))}
    <Visitor x={10} y={120} isHeldOut />
    <path d="M214 46h22m0 0-5-4m5 4-5 4M214 118h22m0 0-5-4m5 4-5 4" className="stroke-muted" />
    <rect x="250" y="36" width="76" height="20" rx="2" className="fill-accent" />
    <rect x="250" y="108" width="76" height="20" rx="2" className="fill-field" />
    <path d="M326 28v108" strokeDasharray="3 4" className="stroke-muted" />
    <text x="336" y="88" className="fill-ink font-semibold text-[18px]">
      ?
    </text>
  </svg>
);
