// Leads to how each kind of shop passes the buyer's group on with an order: without it, an order isn't counted.
import { LearnMore } from '#client/content/learn-more.tsx';

export const HowOrdersSayIt = ({ slug }: { slug: string }) => (
  <LearnMore
    guide="goals"
    section="pass-the-arm-on"
    about="passing the group on"
    slug={slug}
    label="How orders say it"
  />
);
