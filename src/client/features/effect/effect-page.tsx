// What a site's notifications change: measured against visitors who see none, with what is sure and what isn't.
import { useNavigate, useSearchParams } from 'react-router';
import { LearnMore } from '#client/content/learn-more.tsx';
import { useGoals, useSiteEffect } from '#client/data/effect.ts';
import { useWidget } from '#client/data/widgets.ts';
import { daysName, todayIn } from '#client/format/dates.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { Alert } from '#client/ui/alert.tsx';
import { ContentError } from '#client/ui/load-error.tsx';
import { lazyPart } from '#client/ui/load-later.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Select } from '#client/ui/select.tsx';
import { Skeleton, Skeletons } from '#client/ui/skeleton.tsx';
import type { Effect, Epoch } from '#shared/contract/effect.ts';
import type { Site } from '#shared/contract/site.ts';
import { EffectFigures } from './effect-figures.tsx';
import { EffectPaused } from './effect-paused.tsx';
import { EffectSettings } from './effect-settings.tsx';
import { isEarlierEpoch, screenStateOf } from './effect-words.ts';
import { GoalsPanel } from './goals-panel.tsx';

/** Most days something is measured. */
const EffectOff = lazyPart(
  async () => (await import('./effect-off.tsx')).EffectOff,
  <Skeleton className="h-96 w-full" />,
);

export default function EffectPage({ site }: { site: Site }) {
  useTitle(`Effect · ${site.name}`);
  const [search] = useSearchParams();
  const asked = search.get('epoch') ?? undefined;
  const effect = useSiteEffect(site.id, asked, true);
  const goals = useGoals(site.id);
  const widget = useWidget(site.id);
  const failed = [effect, goals, widget].find(({ isError, data }) => isError && data === undefined);
  const isThere = effect.data && goals.data && widget.data;
  return (
    <div className="space-y-8">
      <PageHeader
        eyebrow={site.name}
        title="Effect"
        description={
          <>
            What notifications change, compared with visitors who see none.{' '}
            <LearnMore guide="does-it-work" about="the effect" slug={site.slug} />
          </>
        }
        action={effect.data && <EpochSelect site={site} effect={effect.data} asked={asked} />}
      />
      {isThere ? (
        <Content site={site} effect={effect.data} goals={goals.data} widget={widget.data} asked={asked} />
      ) : failed ? (
        <ContentError title="Couldn't load the effect" query={failed} />
      ) : (
        <Skeletons label="Loading" sizes={['h-8 w-2/3', 'h-64 w-full', 'h-40 w-full']} />
      )}
    </div>
  );
}

type ContentProps = {
  site: Site;
  effect: Effect;
  goals: NonNullable<ReturnType<typeof useGoals>['data']>;
  widget: NonNullable<ReturnType<typeof useWidget>['data']>;
  asked: string | undefined;
};

function Content({ site, effect, goals, widget, asked }: ContentProps) {
  const isEarlier = isEarlierEpoch(effect, asked);
  const state = screenStateOf(effect, isEarlier);
  const goalsPanel = <GoalsPanel site={site} effect={effect} goals={goals} hasFigures={state !== 'off'} />;
  // The goals inside, so that nothing moves when its code arrives.
  if (state === 'off')
    return (
      <EffectOff site={site} effect={effect} goals={goals}>
        {goalsPanel}
      </EffectOff>
    );
  return (
    <>
      {state === 'paused' && <EffectPaused site={site} effect={effect} widget={widget} />}
      {state !== 'paused' && !isEarlier && !widget.isActive && (
        <Alert tone="info">Notifications are off. Nobody is counted until they are on again.</Alert>
      )}
      <EffectFigures site={site} effect={effect} state={state} />
      {goalsPanel}
      {!isEarlier && <EffectSettings site={site} effect={effect} />}
    </>
  );
}

const daysOf = ({ startedAt, endedAt }: Epoch, timezone: string) => {
  const day = (iso: string) => todayIn(timezone, Date.parse(iso));
  return daysName({ from: day(startedAt), to: endedAt === null ? todayIn(timezone, Date.now()) : day(endedAt) });
};

/** A select can't hold an empty value. */
const NONE = 'none';

/** All that was measured, once there is something to choose from. */
function EpochSelect({ site, effect, asked }: Pick<ContentProps, 'site' | 'effect' | 'asked'>) {
  const navigate = useNavigate();
  const { epochs, holdOut } = effect;
  const isOff = holdOut.share === 0;
  if (epochs.length < (isOff ? 1 : 2)) return null;
  // While nothing is measured, the screen begins with that.
  const options = [
    ...(isOff ? [{ value: NONE, label: 'Not measuring' }] : []),
    ...epochs.map((epoch) => ({
      value: epoch.id,
      label: epoch.endedAt === null ? 'Now' : daysOf(epoch, site.timezone),
      description: `${epoch.share}% without notifications`,
    })),
  ];
  const latest = isOff ? NONE : (epochs[0]?.id ?? NONE);
  return (
    <Select
      aria-label="Measurement"
      value={asked ?? latest}
      onValueChange={(id) => navigate(screens.siteEffect.href(site.slug, id === latest ? '' : id), { replace: true })}
      options={options}
      className="sm:w-60!"
    />
  );
}
