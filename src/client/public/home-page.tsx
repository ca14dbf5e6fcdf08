// The home page: what the product is, a real notification on a shop page, what it costs visitors, and how to start.
// Every number on it was measured.
import { Link } from 'react-router';
import { useAuth } from '#client/auth/session-context.tsx';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { Button } from '#client/ui/button.tsx';
import { Facts } from './facts.tsx';
import { ShopScene } from './shop-scene.tsx';

export default function HomePage() {
  useTitle('Honest social proof for your shop');
  return (
    <>
      <section className="mx-auto grid max-w-6xl items-center gap-12 px-4 pt-28 pb-16 md:px-8 md:pt-36 md:pb-24 lg:grid-cols-[5fr_6fr] lg:gap-16">
        <div>
          <h1 className="font-display font-semibold text-[44px] leading-[1.04] tracking-[-0.03em] outline-none md:text-[64px]">
            What really happened, said quietly.
          </h1>
          <p className="mt-6 max-w-md text-lg text-muted leading-relaxed">
            Show visitors what's really happening in your shop: orders, reviews, sign-ups. Always true. One line of
            code, on your own server.
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
          <Link to={screens.dashboard.href()}>Go to dashboard</Link>
        </Button>
      ) : (
        <>
          <Button asChild size="lg">
            <Link to={screens.register.href()}>Get Started</Link>
          </Button>
          <Button asChild size="lg" variant="secondary">
            <Link to={screens.login.href()}>Log in</Link>
          </Button>
        </>
      )}
    </div>
  );
}

const STEPS = [
  {
    title: 'Write what happened',
    text: 'One plain sentence, plus a picture and a link if you like. The preview is the real widget.',
  },
  {
    title: 'Paste one line',
    text: 'A script tag before </body>. It loads in the background and never holds up your page.',
  },
  {
    title: 'Watch it count',
    text: "Watch displays and clicks go up as visitors browse. Turn a notification off when it's no longer true.",
  },
];

function HowItWorks() {
  return (
    <section aria-labelledby="how" className="border-line border-t">
      <div className="mx-auto grid max-w-6xl gap-x-16 gap-y-8 px-4 py-16 md:px-8 md:py-20 lg:grid-cols-[5fr_6fr]">
        <h2 id="how" className="font-display font-semibold text-3xl tracking-tight md:text-4xl">
          How it works
        </h2>
        <ol className="border-line border-t">
          {STEPS.map((step, at) => (
            <li key={step.title} className="flex gap-5 border-line border-b py-5">
              <span className="w-5 shrink-0 font-semibold text-muted tabular-nums">{at + 1}</span>
              <div>
                <h3 className="font-semibold">{step.title}</h3>
                <p className="mt-1 text-muted text-sm">{step.text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
