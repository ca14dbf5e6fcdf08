// Every type of notification in the site's style, as thumbnails in a row: one of them can be looked at in the page.
import { memo, useEffect, useRef, useState } from 'react';
import { useSeen } from '#client/hooks/use-seen.ts';
import { classNames } from '#client/ui/class-names.ts';
import { NOTIFICATION_TYPE_LOOKS } from '#client/ui/notification-type.tsx';
import type { Appearance, Behavior, NotificationType } from '#shared/embed/payload.ts';
import { drawAtRest, IN_THE_MIDDLE, openPreviewRegion } from './open-region.ts';
import type { PageNotification } from './page-notifications.ts';
import { pageStyle } from './page-style.ts';
import type { PreviewView } from './use-view.ts';

const AT_REST = '.notice{transition:none}';

/** @returns a sheet that all thumbnails share, so that a change of a setting is written once; null in old browsers. */
function newSheet(): CSSStyleSheet | null {
  try {
    return new CSSStyleSheet();
  } catch {
    return null;
  }
}

type TypeStripProps = {
  settings: { appearance: Appearance; behavior: Behavior };
  customCSS: string;
  samples: readonly PageNotification[];
  page: PreviewView['page'];
  chosen: NotificationType | null;
  onChoose: (type: NotificationType) => void;
};

export const TypeStrip = memo(function TypeStrip(props: TypeStripProps) {
  const { settings, customCSS, samples, page, chosen, onChoose } = props;
  const { appearance, behavior } = settings;
  const [sheet] = useState(newSheet);

  useEffect(() => {
    sheet?.replaceSync(pageStyle({ appearance, behavior }, customCSS, samples) + IN_THE_MIDDLE + AT_REST);
  }, [sheet, appearance, behavior, customCSS, samples]);

  if (!sheet) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll in every browser.
    <div role="group" aria-label="Samples of each type" className="flex snap-x scroll-px-3 gap-2 overflow-x-auto p-3">
      {samples.map((sample) => (
        <Thumbnail
          key={sample.id}
          sample={sample}
          sheet={sheet}
          interaction={behavior.interaction}
          page={page}
          isChosen={sample.type === chosen}
          onChoose={onChoose}
        />
      ))}
    </div>
  );
});

type ThumbnailProps = {
  sample: PageNotification;
  sheet: CSSStyleSheet;
  interaction: Behavior['interaction'];
  page: PreviewView['page'];
  isChosen: boolean;
  onChoose: (type: NotificationType) => void;
};

/** Drawn once it comes into view. */
const Thumbnail = memo(function Thumbnail({ sample, sheet, interaction, page, isChosen, onChoose }: ThumbnailProps) {
  const place = useRef<HTMLSpanElement>(null);
  const isSeen = useSeen(place);

  useEffect(() => {
    if (!isSeen || !place.current) return;
    const region = openPreviewRegion(place.current, sheet);
    if (!region) return;
    drawAtRest(region, sample, { interaction, language: 'auto' });
    return () => region.hostElement.remove();
  }, [isSeen, sample, sheet, interaction]);

  const { label, icon: Icon } = NOTIFICATION_TYPE_LOOKS[sample.type];
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() => onChoose(sample.type)}
      className="group w-36 shrink-0 snap-start text-left"
    >
      <span
        aria-hidden="true"
        className={classNames(
          'relative block h-16 overflow-hidden rounded-control border transition-colors duration-100',
          isChosen ? 'border-accent ring-1 ring-accent' : 'border-line group-hover:border-field',
          page === 'dark' ? 'bg-[#171614]' : 'bg-[#f6f5f2]',
        )}
      >
        <span
          ref={place}
          inert
          // 144 by 64 pixels, as they are seen.
          className="absolute top-0 left-0 block h-[182px] w-[412px] origin-top-left scale-[0.35] [container-type:size]"
        />
      </span>
      <span
        className={classNames(
          'mt-1.5 flex items-center gap-1.5 text-meta',
          isChosen ? 'font-semibold text-ink' : 'text-muted group-hover:text-ink',
        )}
      >
        <Icon aria-hidden="true" size={13} strokeWidth={1.75} className="shrink-0" />
        {label}
      </span>
    </button>
  );
});
