// Plays the notifications in real time: the buttons, and where in time it is.
import { Pause, Play, SkipForward, Square } from 'lucide-react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useNow } from '#client/hooks/use-now.ts';
import { IconButton, SmallButton } from '#client/ui/button.tsx';
import type { Behavior } from '#shared/embed/payload.ts';
import type { Player, PlayerState, Progress } from './player.ts';

/** How often the time left is shown anew, in ms. */
const TICK = 200;

/** @param total in seconds. @returns minutes and seconds, to a tenth: `1 min 28 s`. */
function timeText(total: number): string {
  const tenths = Math.round(total * 10);
  const minutes = Math.floor(tenths / 600);
  const seconds = (tenths % 600) / 10;
  return [minutes > 0 && `${minutes} min`, (seconds > 0 || minutes === 0) && `${seconds} s`].filter(Boolean).join(' ');
}

/** @returns when what comes, as set. */
export function planText({ initialDelay, displayDuration, timeBetween, randomizeTiming }: Behavior['timing']): string {
  const time = (seconds: number) => `${randomizeTiming ? 'about ' : ''}${timeText(seconds)}`;
  return `First after ${timeText(initialDelay)}, each for ${time(displayDuration)}, ${time(timeBetween)} apart`;
}

/** @param of how many there can be (`mostShown`). @returns what is going on. */
export function playerText(
  { step, shown, isPaused }: PlayerState,
  { left, isHeld }: Progress,
  of: number | null,
): string {
  // A limit may have been lowered since.
  const number = of === null ? `${shown}` : `${shown} of ${Math.max(of, shown)}`;
  // Whole seconds, and none left only when it is over.
  const rest = isPaused ? 'paused' : isHeld ? 'waits while you hover' : timeText(Math.ceil(left / 1000));
  if (step === 'waiting') return isPaused ? 'First notification: paused' : `First notification in ${rest}`;
  if (step === 'showing') return `Showing ${number}: ${rest}`;
  if (step === 'between') return isPaused ? `${number} shown: paused` : `${number} shown, next in ${rest}`;
  return shown === 0 ? 'Nothing to show' : `Played: ${number} shown`;
}

type PlayerBarProps = {
  player: Player | null;
  behavior: Behavior;
  /** What the last time ended with. */
  outcome: string | null;
  of: number | null;
  /** Why it can't be played. */
  obstacle: string | null;
  /** What can be done about it. */
  action?: ReactNode;
  onPlay: () => void;
  onStop: () => void;
};

const NOTHING = () => () => {};

export function PlayerBar({ player, behavior, outcome, of, obstacle, action, onPlay, onStop }: PlayerBarProps) {
  const toggle = useRef<HTMLButtonElement>(null);
  const isPaused = useSyncExternalStore(player?.subscribe ?? NOTHING, () => player?.state().isPaused ?? true);
  const label = player ? (isPaused ? 'Resume' : 'Pause') : 'Play';
  return (
    <div className="flex min-h-13 items-center gap-2 px-3 py-2">
      <SmallButton
        ref={toggle}
        className="w-25"
        disabled={obstacle !== null}
        icon={isPaused ? <Play aria-hidden="true" size={14} /> : <Pause aria-hidden="true" size={14} />}
        onClick={() => (player ? player.setPaused(!isPaused) : onPlay())}
      >
        {label}
      </SmallButton>
      {player ? (
        <Running player={player} of={of} toggle={toggle} onStop={onStop} />
      ) : (
        <>
          <p className="min-w-0 flex-1 text-meta text-muted">{obstacle ?? outcome ?? planText(behavior.timing)}</p>
          {action}
        </>
      )}
    </div>
  );
}

type RunningProps = {
  player: Player;
  of: number | null;
  toggle: RefObject<HTMLButtonElement | null>;
  onStop: () => void;
};

function Running({ player, of, toggle, onStop }: RunningProps) {
  const buttons = useRef<HTMLDivElement>(null);
  const state = useSyncExternalStore(player.subscribe, player.state);
  useNow(TICK);
  useLayoutEffect(() => {
    const own = buttons.current;
    const next = toggle.current;
    return () => {
      // The button that has the focus goes.
      if (own?.contains(document.activeElement)) next?.focus();
    };
  }, [toggle]);
  const progress = player.progress();
  const share = progress.total > 0 ? 1 - progress.left / progress.total : 0;
  return (
    <>
      <div className="min-w-0 flex-1">
        <p className="truncate text-meta text-muted tabular-nums">{playerText(state, progress, of)}</p>
        <div aria-hidden="true" className="mt-1.5 h-0.5 overflow-hidden rounded-full bg-line">
          <div
            className={`h-full origin-left ${state.step === 'showing' ? 'bg-accent' : 'bg-field'}`}
            style={{ transform: `scaleX(${Math.min(1, Math.max(0, share))})` }}
          />
        </div>
      </div>
      <div ref={buttons} className="flex gap-1">
        <IconButton
          label={state.step === 'showing' ? 'Skip to the end' : 'Skip the wait'}
          size="sm"
          onClick={player.skip}
        >
          <SkipForward aria-hidden="true" size={15} />
        </IconButton>
        <IconButton label="Stop" size="sm" onClick={onStop}>
          <Square aria-hidden="true" size={13} />
        </IconButton>
      </div>
    </>
  );
}
