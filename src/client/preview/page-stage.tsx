// The widget on the preview's page: one notification at rest, or as many as the player shows.
import { memo, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { Appearance, Behavior } from '#shared/embed/payload.ts';
import { wordsOf } from '#shared/embed/widget-words.ts';
import { showNotification } from '#widget/showing.ts';
import { drawAtRest, openPreviewRegion, type PreviewRegion } from './open-region.ts';
import { NO_RULES, type PageNotification } from './page-notifications.ts';
import { pageStyle } from './page-style.ts';
import { type Player, startPlayer } from './player.ts';

const TIMER = {
  now: () => Date.now(),
  after(ms: number, run: () => void) {
    const id = setTimeout(run, ms);
    return () => clearTimeout(id);
  },
};

export type StageHandle = { play(notifications: readonly PageNotification[]): Player | null };

type PageStageProps = {
  ref: Ref<StageHandle>;
  settings: { appearance: Appearance; behavior: Behavior };
  customCSS: string;
  /** At rest; null if none is shown there. */
  notification: PageNotification | null;
  isPhone: boolean;
  isPlaying: boolean;
  onUndrawable: () => void;
};

export const PageStage = memo(function PageStage(props: PageStageProps) {
  const { ref, settings, customCSS, notification, isPlaying, onUndrawable } = props;
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  const played = useRef<PageNotification | null>(null);
  const [region, setRegion] = useState<PreviewRegion | null>(null);
  const { appearance, behavior } = settings;
  const { interaction, language } = behavior;
  // Only a change of these is shown by moving in again.
  const { animationType, speed, enabled } = appearance.animations;
  const motion = [animationType, speed, enabled].join();

  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (!place.current) return;
    const opened = openPreviewRegion(place.current);
    if (!opened) return onUndrawable();
    setRegion(opened);
    return () => opened.hostElement.remove();
  }, [onUndrawable]);

  // Before drawing: a notification that arrives without its style would move from where it never was.
  useEffect(() => {
    const drawn = isPlaying ? played.current : notification;
    if (region && drawn) region.restyle(pageStyle({ appearance, behavior }, customCSS, [drawn]));
  }, [region, notification, appearance, behavior, customCSS, isPlaying]);

  // Drawn anew, and so moving in, when its content or its way of moving changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the way of moving is in the style.
  useEffect(() => {
    if (!region || isPlaying) return;
    if (!notification) return region.liveRegion.replaceChildren();
    drawAtRest(region, notification, { interaction, language });
  }, [region, notification, interaction, language, isPlaying, motion]);

  useImperativeHandle(
    ref,
    () => ({
      play(notifications) {
        if (!region) return null;
        region.liveRegion.replaceChildren();
        return startPlayer({
          notifications,
          behavior: () => latest.current.settings.behavior,
          isPhone: () => latest.current.isPhone,
          timer: TIMER,
          random: Math.random,
          open(one, queue, surroundings) {
            const { settings: now, customCSS: css } = latest.current;
            played.current = one;
            region.restyle(pageStyle(now, css, [one]));
            const words = wordsOf(now.behavior.language, true, true);
            const widget = { ...now, rules: NO_RULES, style: '', ...(words && { words }) };
            return showNotification(one, widget, region, queue, surroundings);
          },
        });
      },
    }),
    [region],
  );

  return <div ref={place} />;
});
