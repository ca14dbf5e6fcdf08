// The headline, as large as the page allows, then what it means, and what it looks like.
import { Actions } from './actions.tsx';
import { ShopScene } from './shop-scene.tsx';

export function Hero() {
  return (
    <section className="mx-auto max-w-6xl px-4 pt-28 pb-20 md:px-8 md:pt-32 md:pb-28">
      <h1 className="font-display text-hero outline-none">
        What really happened, <span className="font-normal text-muted md:block">said quietly.</span>
      </h1>
      <div className="mt-8 grid gap-x-16 gap-y-12 md:mt-12 lg:grid-cols-[4fr_8fr]">
        <div>
          <p className="max-w-md text-lead text-muted">
            Show visitors what's really happening in your shop: orders, reviews,{' '}
            <span className="whitespace-nowrap">sign-ups</span>. Always true. One line of code, on your own server.
          </p>
          <div className="mt-8">
            <Actions />
          </div>
          <p className="mt-8 max-w-[34ch] border-line border-t pt-4 text-muted text-table">
            Free software under the MIT license. No cookies, no visitor IDs, no third party.
          </p>
        </div>
        <ShopScene />
      </div>
    </section>
  );
}
