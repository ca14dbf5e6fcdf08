// The set-up of a site as a list that ticks itself by what really happened. Each step that is left names what to press.
import { ArrowUpRight, BadgeCheck, Check, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { localStore } from '#client/auth/browser.ts';
import { isSetUp, useCelebrate } from '#client/data/site-installation.ts';
import { agoOf } from '#client/format/dates.ts';
import { capitalized } from '#client/format/words.ts';
import { useNow } from '#client/hooks/use-now.ts';
import { Button, IconButton } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { lazyPart } from '#client/ui/load-later.tsx';
import type { SiteSetup } from '#shared/contract/installation.ts';
import type { Site } from '#shared/contract/site.ts';
import { MINUTE } from '#shared/time.ts';
import { isFresh, type NextPress, nextStepOf, type Step, stepsOf } from './steps.ts';

// Wanted once in a site's life, after its first display.
const LookOffer = lazyPart(async () => (await import('./look-offer.tsx')).LookOffer, <div className="h-8" />);

/**
 * Whether the owner has put something away, such as the list, once only clicks are missing. Remembered on this device, or
 * until the page is closed where storage is blocked.
 */
function usePutAway(key: string): [isAway: boolean, putAway: () => void] {
  const [isAway, setIsAway] = useState(() => localStore.read(key) !== null);
  const putAway = () => {
    setIsAway(true);
    localStore.write(key, '1');
  };
  return [isAway, putAway];
}

type SetupListProps = { site: Site; setup: SiteSetup };

/** Renders nothing once all has happened and the owner knows of it. */
export function SetupList({ site, setup }: SetupListProps) {
  const [isHidden, hide] = usePutAway(`setup-hidden-${site.id}`);
  const [isSkipped, skip] = usePutAway(`source-skipped-${site.id}`);
  const now = useNow(MINUTE / 6);
  const celebrate = useCelebrate();
  const { firstDisplayAt, isCelebrated } = setup;
  const isUntold = firstDisplayAt !== null && !isCelebrated;
  // What happens while the owner is here is told once, on one page. After an absence it stays until it is dismissed.
  const isJustNow = isUntold && isFresh(firstDisplayAt, now);
  const [isTelling, setIsTelling] = useState(false);
  if (isJustNow && !isTelling) setIsTelling(true);
  useEffect(() => {
    if (isJustNow) celebrate(site.id);
  }, [isJustNow, celebrate, site.id]);
  const isNews = isTelling || (isUntold && !isJustNow);
  if (!isNews && (isSetUp(setup) || (firstDisplayAt !== null && isHidden))) return null;
  const steps = stepsOf(site, setup);
  const next = nextStepOf(steps);
  const shown = steps.filter(({ isOptional, isDone }) => isDone || !isOptional || !isSkipped);
  const done = shown.filter(({ isDone }) => isDone).length;
  return (
    <section aria-labelledby="setup-title" className="overflow-hidden rounded-panel border border-line bg-surface">
      <header
        className={classNames('flex items-start gap-4 px-4 pt-4 pb-4 md:px-6 md:pt-5', isNews && 'bg-proof-tint')}
      >
        <div className="min-w-0 flex-1">
          <h2 id="setup-title" className="font-display text-heading">
            {isNews ? 'Your first notification was seen' : next ? 'Set up your site' : 'All set up'}
          </h2>
          <p className="mt-0.5 text-muted">
            {isNews && firstDisplayAt && !isTelling ? (
              <>
                {capitalized(agoOf(firstDisplayAt, now))}
                {setup.seen && ` on ${setup.seen.host}`}, while you were away.{' '}
              </>
            ) : null}
            <span role="status">
              {isTelling && <span className="sr-only">Your first notification was seen. </span>}
              {done} of {shown.length} done
            </span>
          </p>
        </div>
        {firstDisplayAt !== null && (
          <IconButton
            label={isNews ? 'Dismiss' : 'Hide this list'}
            size="sm"
            className="-mr-2 text-muted"
            onClick={() => (isTelling ? setIsTelling(false) : isNews ? celebrate(site.id) : hide())}
          >
            <X aria-hidden="true" size={16} />
          </IconButton>
        )}
      </header>
      <Progress steps={shown} />
      <ol className="px-4 md:px-6">
        {shown.map((step) => (
          <StepRow key={step.key} site={site} step={step} isNext={step === next} now={now} onSkip={skip} />
        ))}
      </ol>
    </section>
  );
}

/** One part a step; decorative beside '2 of 6 done'. */
const Progress = ({ steps }: { steps: readonly Step[] }) => (
  <div aria-hidden="true" className="grid auto-cols-fr grid-flow-col gap-0.5">
    {steps.map(({ key, isDone }) => (
      <span
        key={key}
        className={classNames(
          'h-[3px] transition-colors duration-150',
          isDone ? (isProof(key) ? 'bg-proof' : 'bg-accent') : 'bg-ink/8',
        )}
      />
    ))}
  </div>
);

/** What visitors did, not the owner: amber. */
const isProof = (key: Step['key']) => key === 'display' || key === 'click';

type StepRowProps = { site: Site; step: Step; isNext: boolean; now: number; onSkip: () => void };

function StepRow({ site, step, isNext, now, onSkip }: StepRowProps) {
  const { key, title, note, isDone, isOptional, at, next } = step;
  // What ticks itself under its owner's eyes moves nothing below it.
  const [hadButton] = useState(!isDone && next !== undefined);
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-3 border-line border-t py-3.5 first:border-t-0">
      <Tick isDone={isDone} isNext={isNext} isProof={isProof(key)} />
      <div className="min-w-0 flex-1 basis-52">
        <p className={classNames(isNext ? 'font-semibold' : 'font-medium', !isNext && !isDone && 'text-muted')}>
          {title}
          {isOptional && <span className="font-normal text-muted"> (optional)</span>}
        </p>
        <p className="wrap-anywhere line-clamp-2 text-muted text-table">
          {note}
          {isDone && at && <span className="whitespace-nowrap"> · {agoOf(at, now)}</span>}
        </p>
      </div>
      {!isDone && next && (
        <div className="flex min-w-0 gap-1 max-sm:w-full max-sm:pl-[34px]">
          {isOptional && (
            <Button size="sm" variant="ghost" onClick={onSkip}>
              Skip<span className="sr-only"> “{title}”</span>
            </Button>
          )}
          <NextButton next={next} isPrimary={isNext} />
        </div>
      )}
      {isDone && key === 'display' ? (
        <div className="flex min-w-0 gap-2 max-sm:w-full max-sm:pl-[34px]">
          <LookOffer site={site} />
        </div>
      ) : (
        isDone && hadButton && <div aria-hidden="true" className="h-8 w-full sm:hidden" />
      )}
    </li>
  );
}

function Tick({ isDone, isNext, isProof: isAmber }: { isDone: boolean; isNext: boolean; isProof: boolean }) {
  const Glyph = isAmber ? BadgeCheck : Check;
  return (
    <span
      className={classNames(
        'grid size-5 shrink-0 place-items-center rounded-full border',
        isDone
          ? isAmber
            ? 'border-transparent text-proof-ink'
            : 'border-accent bg-accent text-accent-ink'
          : isNext
            ? 'border-2 border-accent'
            : 'border-field',
      )}
    >
      {isDone && (
        <Glyph aria-hidden="true" size={isAmber ? 20 : 13} strokeWidth={isAmber ? 2 : 3} className="animate-rise-in" />
      )}
      <span className="sr-only">{isDone ? 'Done' : 'To do'}</span>
    </span>
  );
}

export function NextButton({ next: { label, href, isOutside }, isPrimary }: { next: NextPress; isPrimary: boolean }) {
  return (
    <Button asChild size="sm" variant={isPrimary ? 'primary' : 'secondary'} data-loud="" className="max-w-full">
      {isOutside ? (
        <a href={href} target="_blank" rel="noopener">
          <span className="truncate">{label}</span>
          <ArrowUpRight aria-hidden="true" size={15} className="shrink-0" />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      ) : (
        <Link to={href}>{label}</Link>
      )}
    </Button>
  );
}
