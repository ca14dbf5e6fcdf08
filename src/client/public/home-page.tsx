// The home page: what the product is, what it just cost the visitor, what owners get, how it would look on their page,
// what others weigh, and how to start. Every number on it was measured, here or by `npm run bench`.
import { useEffect } from 'react';
import { useTitle } from '#client/hooks/use-title.ts';
import { Actions } from './home/actions.tsx';
import { Comparison } from './home/comparison.tsx';
import { CostCheck } from './home/cost-check.tsx';
import { EmbedSteps } from './home/embed-steps.tsx';
import { Features } from './home/features.tsx';
import { Hero } from './home/hero.tsx';
import { Plans } from './home/plans.tsx';
import { Playground } from './home/playground.tsx';
import { Questions } from './home/questions.tsx';
import { startExampleWidget, stopExampleWidget } from './start/example-widget.ts';

export default function HomePage() {
  useTitle('Honest social proof for your shop');
  useEffect(() => {
    startExampleWidget();
    return stopExampleWidget;
  }, []);
  return (
    <>
      <Hero />
      <CostCheck />
      <Features />
      <Playground />
      <Comparison />
      <EmbedSteps />
      <Plans />
      <Questions />
      <Closing />
    </>
  );
}

const Closing = () => (
  <section className="border-line border-t">
    <div className="mx-auto max-w-6xl px-4 pt-24 pb-28 md:px-8 md:pt-36 md:pb-40">
      <h2 className="max-w-[14ch] font-display text-hero">Ring the first bell today.</h2>
      <div className="mt-10">
        <Actions />
      </div>
    </div>
  </section>
);
