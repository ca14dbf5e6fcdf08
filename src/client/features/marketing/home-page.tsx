// The home page: what the product is, one real notice on a shop, what it costs a visitor, how to begin. It claims
// nothing that was not measured.
import { Link } from 'react-router';
import { useAuth } from '#client/api/session-context.tsx';
import { useTitle } from '#client/hooks/use-title.ts';
import { paths } from '#client/paths.ts';
import { Button } from '#client/ui/button.tsx';
import { Facts } from './facts.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { ShopScene } from './shop-scene.tsx';

export function HomePage() {
  useTitle('Honest social proof for your shop');
  return (
    <>
      <section className="mx-auto grid max-w-6xl items-center gap-12 px-4 pt-28 pb-16 md:px-8 md:pt-36 md:pb-24 lg:grid-cols-[5fr_6fr] lg:gap-16">
        <div>
          <h1 className="font-display font-semibold text-[44px] leading-[1.04] tracking-[-0.03em] outline-none md:text-[64px]">
            What really happened, said quietly.
          </h1>
          <p className="mt-6 max-w-md text-lg text-muted leading-relaxed">
            Proofbell shows your visitors short notices of what took place in your shop: an order, a review, a sign-up.
            True ones, in one line of script, from your own server.
          </p>
          <Actions />
        </div>
        <ShopScene />
      </section>
      <Facts />
      <HowItWorks />
      <section className="border-line border-t">
        <div className="mx-auto flex max-w-6xl flex-wrap items-end justify-between gap-6 px-4 py-16 md:px-8">
          <h2 className="max-w-lg font-display font-semibold text-3xl tracking-tight md:text-4xl">
            Ring the first bell today.
          </h2>
          <Actions />
        </div>
      </section>
    </>
  );
}

function Actions() {
  const isSignedIn = useAuth().status === 'in';
  return (
    <div className="mt-8 flex flex-wrap gap-3">
      {isSignedIn ? (
        <Button asChild size="lg">
          <Link to={paths.dashboard.href()}>Go to Dashboard</Link>
        </Button>
      ) : (
        <>
          <Button asChild size="lg">
            <Link to={paths.register.href()}>Get Started</Link>
          </Button>
          <Button asChild size="lg" variant="secondary">
            <Link to={paths.login.href()}>Log in</Link>
          </Button>
        </>
      )}
    </div>
  );
}
