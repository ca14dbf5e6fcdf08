// What an owner does next who has just seen their own notification: give it the shop's colors, and mend at one press those
// that are hard to read, as the default look has some.
import { useMutation } from '@tanstack/react-query';
import { useSettingsCalls, useWidget } from '#client/data/widgets.ts';
import { screens } from '#client/screens.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { toast, toastFailed } from '#client/ui/toast.tsx';
import type { Site } from '#shared/contract/site.ts';
import { colorFixes, fixWords } from '#shared/contrast.ts';
import type { Appearance } from '#shared/embed/payload.ts';
import { FIRST_TOASTS } from '#shared/first-messages.ts';

type Colors = Partial<Appearance['brandColors']>;

export function LookOffer({ site }: { site: Site }) {
  const { data: widget } = useWidget(site.id);
  const { save } = useSettingsCalls(site.id);
  const change = useMutation({
    mutationFn: ({ id, colors }: { id: string; colors: Colors }) => save(id, { appearance: { brandColors: colors } }),
    onError: toastFailed(FIRST_TOASTS.widgetUpdateFailed),
  });
  const before = widget?.settings.appearance.brandColors;
  const fixes = before ? colorFixes(before) : {};
  const count = Object.keys(fixes).length;
  const words = fixWords(count);
  const fix = (id: string) =>
    change.mutate(
      { id, colors: fixes },
      {
        onSuccess: () =>
          toast({
            title: 'Colors fixed',
            description: 'The nearest shades that pass replaced them.',
            tone: 'success',
            action: { label: 'Undo', onSelect: () => before && change.mutate({ id, colors: before }) },
          }),
      },
    );
  return (
    <>
      {widget && count > 0 && (
        <>
          <span className="self-center text-muted text-table sm:mr-2">{words.title}</span>
          <Button
            size="sm"
            variant="secondary"
            className="max-sm:ml-auto"
            isBusy={change.isPending}
            onClick={() => fix(widget.id)}
          >
            {words.label}
          </Button>
        </>
      )}
      {/* A phone has no room for both in the place that is free. */}
      <ButtonLink
        size="sm"
        variant="secondary"
        className={classNames(count > 0 && 'max-sm:hidden')}
        to={screens.siteAppearance.href(site.slug)}
      >
        Match your colors
      </ButtonLink>
    </>
  );
}
