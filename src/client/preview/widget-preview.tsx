// The widget in a page, as visitors see it: on a desktop or a phone, on a light or a dark page, at rest or playing in
// real time. Drawn and timed by the widget's own code; nothing is stored, requested or counted.
import { AppWindow, Monitor, Moon, Smartphone, Sun, ZoomIn } from 'lucide-react';
import { memo, type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Settings } from '#client/settings/paths.ts';
import { SmallButton } from '#client/ui/button.tsx';
import type { Notification } from '#shared/contract/notification.ts';
import type { NotificationType } from '#shared/embed/payload.ts';
import { TooOld } from './notification-preview.tsx';
import { PageFrame } from './page-frame.tsx';
import { type PageNotification, pageNotifications, samplesOf } from './page-notifications.ts';
import { PageStage, type StageHandle } from './page-stage.tsx';
import { mostShown, type Player } from './player.ts';
import { PlayerBar, playerText } from './player-bar.tsx';
import { PreviewBoundary } from './preview-boundary.tsx';
import { ShopPage } from './shop-page.tsx';
import { TypeStrip } from './type-strip.tsx';
import { type PreviewView, useView } from './use-view.ts';
import { ViewSwitch } from './view-switch.tsx';

type LoadFailure = { isRetrying: boolean; onRetry: () => void };

type WidgetPreviewProps = {
  settings: Settings;
  /** The owner's style sheet as visitors get it (`widget.styleSheet.css`). */
  customCSS: string;
  /** Why the style sheet is left out, if it is (`widget.styleSheet.issue`). */
  issue: string | null;
  /** The site's notifications, in any order; the active ones are shown. Undefined until they are known. */
  notifications: readonly Notification[] | undefined;
  /** They couldn't be loaded. */
  failure: LoadFailure | null;
  site: { name: string; domain: string | undefined };
  /** The zoom it opens with: by default the whole page. */
  zoom?: PreviewView['zoom'] | undefined;
  /** Above the page: the choice of what is previewed. */
  toolbar: ReactNode;
};

export function WidgetPreview({ settings, customCSS, failure, site, ...rest }: WidgetPreviewProps) {
  return (
    <PreviewBoundary>
      <Preview
        {...rest}
        // Controls answer first; the preview follows.
        settings={useDeferredValue(settings)}
        customCSS={useDeferredValue(customCSS)}
        failure={rest.notifications ? null : failure}
        name={site.name}
        address={site.domain || NO_SITE}
      />
    </PreviewBoundary>
  );
}

const SCREENS = [
  { value: 'desktop', label: 'Desktop', icon: Monitor },
  { value: 'phone', label: 'Phone', icon: Smartphone },
] as const;
const PAGES = [
  { value: 'light', label: 'Light page', icon: Sun },
  { value: 'dark', label: 'Dark page', icon: Moon },
] as const;
const ZOOMS = [
  { value: 'page', label: 'Whole page', icon: AppWindow },
  { value: 'close-up', label: 'Close-up', icon: ZoomIn },
] as const;

const NONE: readonly PageNotification[] = [];
const NO_SITE = 'your-site.example';

type PreviewProps = Omit<WidgetPreviewProps, 'site'> & { name: string; address: string };

const Preview = memo(function Preview(props: PreviewProps) {
  const { settings, customCSS, notifications, failure, issue, zoom = 'page', toolbar, name, address } = props;
  const { appearance, behavior } = settings;
  const { queue, visibility } = behavior;

  const [view, setView] = useView(zoom);
  const [chosen, setChosen] = useState<NotificationType | null>(null);
  const [player, setPlayer] = useState<Player | null>(null);
  const [outcome, setOutcome] = useState<string | null>(null);
  const [isPointed, setIsPointed] = useState(false);
  const [isUndrawable, setIsUndrawable] = useState(false);
  const [openedAt] = useState(() => Date.now());
  const stage = useRef<StageHandle>(null);
  const section = useRef<HTMLElement>(null);

  const samples = useMemo(() => samplesOf(openedAt, behavior.showSource), [openedAt, behavior.showSource]);
  // As text, so that a new count of displays is no new list: that would end the playing.
  const listed = useMemo(
    () => JSON.stringify(notifications ? pageNotifications(notifications, queue.order, Date.now()) : null),
    [notifications, queue.order],
  );
  const own = useMemo(() => JSON.parse(listed) as PageNotification[] | null, [listed]);
  const isSample = own?.length === 0 || failure !== null;
  const shown = isSample ? samples : (own ?? NONE);
  const isPhone = view.screen === 'phone';
  const isOff = !(isPhone ? visibility.showOnMobile : visibility.showOnDesktop);
  // Rather one that shows what is changed here.
  const following = shown.find((one) => !one.appearance) ?? shown[0];
  const atRest = samples.find(({ type }) => type === chosen) ?? following ?? null;
  const of = mostShown(queue, shown.length);
  const styled = useMemo(() => ({ appearance, behavior }), [appearance, behavior]);

  const stop = useCallback(() => setPlayer(null), []);
  const fail = useCallback(() => setIsUndrawable(true), []);
  const play = () => {
    setChosen(null);
    setOutcome(null);
    setPlayer(stage.current?.play(shown) ?? null);
  };
  const choose = useCallback((type: NotificationType) => {
    setPlayer(null);
    setOutcome(null);
    setChosen((before) => (before === type ? null : type));
  }, []);

  // What is played is what was there when it began.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of these ends it.
  useEffect(() => stop, [shown, queue.order, stop]);

  const latestOf = useRef(of);
  useEffect(() => {
    latestOf.current = of;
  });
  useEffect(() => {
    if (!player) return;
    const onTab = () => player.hold('hidden', document.hidden);
    const onKey = (event: KeyboardEvent) => {
      const { activeElement } = document;
      const isFree = activeElement === document.body || section.current?.contains(activeElement);
      // A dialog around the preview stays open: this Escape is the notification's.
      if (event.key === 'Escape' && isFree && player.dismiss()) event.preventDefault();
    };
    const unsubscribe = player.subscribe(() => {
      if (player.state().step !== 'done') return;
      setOutcome(playerText(player.state(), player.progress(), latestOf.current));
      setPlayer(null);
    });
    onTab();
    document.addEventListener('visibilitychange', onTab);
    window.addEventListener('keydown', onKey, { capture: true });
    return () => {
      unsubscribe();
      player.stop();
      document.removeEventListener('visibilitychange', onTab);
      window.removeEventListener('keydown', onKey, { capture: true });
    };
  }, [player]);

  const text = atRest && !isOff ? [atRest.title, atRest.message].filter(Boolean).join('. ') : 'nothing';
  // At rest it takes the pointer, for its hover effect, and never the focus.
  const isInert = !player && !isPointed;
  const named = {
    role: isInert ? 'img' : 'group',
    'aria-label': player ? 'Your page, playing' : `As visitors see it: ${text}`,
  };
  const waiting = failure ? "Couldn't load your notifications" : 'Loading your notifications…';
  const obstacle = isOff && !failure ? `Not shown on ${isPhone ? 'phones' : 'desktops'}` : own ? null : waiting;
  const notes = [
    issue && `Your custom CSS isn't used: ${issue}. Save it again without that part.`,
    isSample && !failure && 'Samples. Your own notifications show here as soon as one is active.',
    failure && 'These are samples.',
    !isSample && chosen && 'A sample. Choose it again to see your own.',
    !player && atRest?.appearance && 'This notification has its own appearance.',
    settings.rules.conditions.length > 0 && 'Your rules are not applied here.',
  ].filter((note) => typeof note === 'string');
  return (
    <section ref={section} aria-label="Preview" className="min-w-0 rounded-panel border border-line bg-raised">
      <div className="flex flex-wrap items-center justify-between gap-2 border-line border-b px-3 py-2.5">
        <div className="min-w-52 flex-1">{toolbar}</div>
        <div className="flex gap-1.5">
          <ViewSwitch label="Screen" value={view.screen} options={SCREENS} onChange={(screen) => setView({ screen })} />
          <ViewSwitch label="Page behind it" value={view.page} options={PAGES} onChange={(page) => setView({ page })} />
          <ViewSwitch label="Zoom" value={view.zoom} options={ZOOMS} onChange={(zoom) => setView({ zoom })} />
        </div>
      </div>
      <div
        className="relative bg-paper p-3"
        {...named}
        onPointerEnter={() => setIsPointed(true)}
        onPointerLeave={() => setIsPointed(false)}
        // A press would take the focus there, and lose it as the pointer leaves.
        onMouseDownCapture={(event) => player || event.preventDefault()}
        onClickCapture={(event) => keepHere(event, player !== null)}
        onAuxClickCapture={(event) => keepHere(event, player !== null)}
      >
        <PageFrame view={view} settings={styled} address={address}>
          <ShopPage name={name} page={view.page} />
          <div inert={isInert}>
            <PageStage
              ref={stage}
              settings={styled}
              customCSS={customCSS}
              notification={isOff ? null : atRest}
              isPhone={isPhone}
              isPlaying={player !== null}
              onUndrawable={fail}
            />
          </div>
        </PageFrame>
        {isUndrawable && <TooOld />}
      </div>
      <div className="border-line border-t">
        <PlayerBar
          player={player}
          behavior={behavior}
          outcome={outcome}
          of={of}
          obstacle={obstacle}
          action={
            failure && (
              <SmallButton onClick={failure.onRetry} isBusy={failure.isRetrying}>
                Try again
              </SmallButton>
            )
          }
          onPlay={play}
          onStop={stop}
        />
      </div>
      <div className="border-line border-t">
        <TypeStrip
          settings={styled}
          customCSS={customCSS}
          samples={samples}
          page={view.page}
          chosen={player ? null : chosen}
          onChoose={choose}
        />
      </div>
      {notes.length > 0 && (
        <div className="grid gap-2 border-line border-t px-4 py-2.5 text-meta text-muted">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      )}
    </section>
  );
});

/** Links of the preview lead nowhere, the mark neither; at rest its buttons do nothing at all. */
function keepHere(event: { nativeEvent: Event; preventDefault(): void; stopPropagation(): void }, isPlaying: boolean) {
  event.preventDefault();
  const isMark = event.nativeEvent.composedPath().some((one) => one instanceof Element && one.matches('.mark'));
  if (!isPlaying || isMark) event.stopPropagation();
}
