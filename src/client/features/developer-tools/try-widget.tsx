// The widget in a page, driven by the calls of its JavaScript API. It is the preview's own player: drawn and timed by the
// widget's code, and nothing is stored, requested or counted.
import { useEffect, useRef, useState } from 'react';
import { PageFrame } from '#client/preview/page-frame.tsx';
import { pageNotifications, samplesOf } from '#client/preview/page-notifications.ts';
import { PageStage, type StageHandle } from '#client/preview/page-stage.tsx';
import type { Player } from '#client/preview/player.ts';
import { PreviewBoundary } from '#client/preview/preview-boundary.tsx';
import { ShopPage } from '#client/preview/shop-page.tsx';
import { useView } from '#client/preview/use-view.ts';
import { Button } from '#client/ui/button.tsx';
import type { Notification } from '#shared/contract/notification.ts';
import type { Site } from '#shared/contract/site.ts';
import type { Widget } from '#shared/contract/widget.ts';

type TryWidgetProps = { site: Site; widget: Widget; notifications: readonly Notification[] };

/** Lines of the console that stay: few, because the preview above them stays in view. */
const LINES = 2;

export function TryWidget({ site, widget, notifications }: TryWidgetProps) {
  const { settings, styleSheet } = widget;
  const [view] = useView('close-up');
  const isPhone = view.screen === 'phone';
  const { position, mobilePosition } = settings.behavior;
  const isOnTop = (isPhone ? mobilePosition : position).startsWith('top');
  const stage = useRef<StageHandle>(null);
  const player = useRef<Player>(null);
  const isListening = useRef(false);
  const [state, setState] = useState<'unloaded' | 'running' | 'paused' | 'denied' | 'destroyed'>('unloaded');
  const [lines, setLines] = useState<{ at: number; text: string }[]>([]);
  const [openedAt] = useState(() => Date.now());
  const own = pageNotifications(notifications, settings.behavior.queue.order, openedAt);
  const shown = own.length > 0 ? own : samplesOf(openedAt, settings.behavior.showSource);
  const [first] = shown;

  const say = (text: string) =>
    setLines((before) => [...before, { at: (before.at(-1)?.at ?? 0) + 1, text }].slice(-LINES));
  const stop = () => {
    player.current?.stop();
    player.current = null;
  };
  useEffect(() => () => player.current?.stop(), []);

  const play = (list = shown) => {
    stop();
    const started = stage.current?.play(list) ?? null;
    player.current = started;
    setState('running');
    let current: string | null = null;
    started?.subscribe(() => {
      const next = started.state().current?.id ?? null;
      if (next === current) return;
      if (isListening.current && current) say(`hide ${current}`);
      if (isListening.current && next) say(`show ${next}`);
      current = next;
    });
    return started;
  };
  const seconds = settings.behavior.timing.initialDelay;

  const calls = [
    {
      code: `Proofbell.show('${first?.id}')`,
      meaning: 'Shows a notification now, whatever the delays, limits and rules say.',
      run() {
        if (first) play([first])?.skip();
        say('Shown.');
      },
    },
    {
      code: 'Proofbell.pause()',
      meaning: 'Hides the notification and stops the clock.',
      run() {
        player.current?.setPaused(true);
        setState('paused');
        say('Paused: hidden until resumed.');
      },
    },
    {
      code: 'Proofbell.resume()',
      meaning: 'Goes on where it was paused.',
      run() {
        player.current?.setPaused(false);
        setState('running');
        say('Resumed.');
      },
    },
    {
      code: "Proofbell.on('show', ({ id }) => console.log('show', id))",
      meaning:
        'Calls you at show, display, click, dismiss and hide. Returns a function that stops it. Here it listens to show and hide.',
      run() {
        isListening.current = true;
        say('Listening.');
      },
    },
    {
      code: "Proofbell.set('plan', 'pro')",
      meaning: 'Sets a fact for your rules, which are judged again at once. Rules are not applied in this preview.',
      run: () => say('The fact plan is pro.'),
    },
    {
      code: 'Proofbell.consent(false)',
      meaning: 'Stops the widget and deletes what it stored.',
      run() {
        stop();
        setState('denied');
        say('Stopped; nothing is stored.');
      },
    },
    {
      code: 'Proofbell.consent(true)',
      meaning: 'Starts it, also where the snippet has data-consent="required".',
      run() {
        if (state === 'denied') play();
        say(state === 'denied' ? `Started: the first one in ${seconds} s.` : 'It runs already.');
      },
    },
    {
      code: 'Proofbell.destroy()',
      meaning: 'Removes the widget from the page, for good.',
      run() {
        stop();
        setState('destroyed');
        say('Removed. Load the page again to get it back.');
      },
    },
  ];
  const isGone = state === 'unloaded' || state === 'destroyed';
  const isStill = isGone || state === 'denied';
  return (
    <div className="grid gap-5">
      <div className="sticky top-16 z-10 -mx-4 grid gap-3 border-line border-b bg-surface px-4 py-3 md:-mx-6 md:px-6">
        <PreviewBoundary>
          <div
            role="img"
            aria-label="Your page"
            // The part of the page where notifications are, so that the calls below stay in view with it.
            className={`flex max-h-64 min-w-0 flex-col overflow-hidden *:shrink-0 ${isOnTop ? 'justify-start' : 'justify-end'}`}
          >
            <PageFrame view={view} settings={settings} address={site.domains[0] ?? 'your-site.example'}>
              <ShopPage name={site.name} page={view.page} />
              <div inert className={state === 'paused' ? 'hidden' : undefined}>
                <PageStage
                  ref={stage}
                  settings={settings}
                  customCSS={styleSheet.css}
                  notification={null}
                  isPhone={isPhone}
                  isPlaying
                  onUndrawable={noop}
                />
              </div>
            </PageFrame>
          </div>
        </PreviewBoundary>
        <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
          <Button
            onClick={() => {
              play();
              say(`The page is loaded: the first one in ${seconds} s.`);
            }}
          >
            {state === 'unloaded' ? 'Load the page' : 'Load the page again'}
          </Button>
          <div
            role="log"
            aria-label="Console"
            className="min-h-9 min-w-0 flex-1 basis-64 rounded-control border border-line bg-raised px-3 py-2 font-mono text-muted text-table"
          >
            {lines.length === 0 && 'Load the page first.'}
            {lines.map(({ at, text }) => (
              <p key={at} className="wrap-anywhere">
                {text}
              </p>
            ))}
          </div>
        </div>
      </div>
      <ul className="divide-y divide-line border-line border-y">
        {calls.map(({ code, meaning, run }) => (
          <li key={code} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-64">
              <p className="wrap-anywhere font-mono text-table">{code}</p>
              <p className="mt-0.5 text-muted text-table">{meaning}</p>
            </div>
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Run ${code}`}
              disabled={/consent|set\(|on\(/.test(code) ? isGone : isStill}
              onClick={run}
            >
              Run
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Browsers too old for the preview show an empty page. */
const noop = () => {};
