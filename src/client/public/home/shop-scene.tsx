// The picture beside the headline: a made-up shop with one notification, as a visitor meets it. Drawn without scripts,
// so that it is there with the headline; the real widget comes to the page's own corner.
import { ShopFront } from './shop-front.tsx';

export function ShopScene() {
  return (
    <figure>
      <div
        role="img"
        aria-label="A page of a shop. In its corner, a notification: Ana from Lisbon bought the Oak Desk, 2 hours ago."
        className="relative h-[380px] overflow-hidden rounded-panel border border-line shadow-float sm:h-[420px]"
      >
        <ShopFront />
        <div
          aria-hidden="true"
          className="absolute inset-x-3 bottom-3 flex animate-arrive items-center gap-3 rounded-[8px] border border-[#e2dcd0] bg-white p-4 text-[#1b1916] text-[14px] leading-[1.4] shadow-[0_1px_4px_#0f172a1f,0_8px_24px_#0f172a24] motion-reduce:animate-none sm:right-auto sm:bottom-5 sm:left-5 sm:w-[364px]"
        >
          <span className="grid size-11 shrink-0 place-items-center rounded-[6px] bg-[#0b5a58]/12 text-[#0b5a58]">
            <svg viewBox="0 0 24 24" width="24" height="24" role="presentation">
              <path d="M4 21l1-13h14l1 13zM8 8c0-7 8-7 8 0h-2c0-4-4-4-4 0" fill="currentColor" />
            </svg>
          </span>
          <span className="text-balance">
            Ana from Lisbon bought the Oak Desk
            <span className="mt-0.5 flex items-center gap-1.5 text-[12px] opacity-75">
              <span className="size-1.5 rounded-full bg-[#e59c1c]" />2 hours ago
            </span>
          </span>
          <span className="-mt-1 ml-auto self-start px-1 text-[20px] leading-none opacity-70">×</span>
        </div>
      </div>
      <figcaption className="mt-3 text-meta text-muted">A made-up shop.</figcaption>
    </figure>
  );
}
