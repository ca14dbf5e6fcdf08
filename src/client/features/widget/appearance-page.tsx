// How the site's notifications look.

import { AppearanceFields } from '#client/appearance/appearance-fields.tsx';
import { ThemeGallery } from '#client/appearance/theme-gallery.tsx';
import { LearnMore } from '#client/content/learn-more.tsx';
import type { Site } from '#shared/contract/site.ts';
import { WidgetScreen } from './widget-screen.tsx';

export default function AppearancePage({ site }: { site: Site }) {
  return (
    <WidgetScreen
      site={site}
      title="Appearance & Design"
      zoom="close-up"
      description={
        <>
          Colors, text, shape and motion. <LearnMore guide="appearance" about="the appearance" slug={site.slug} />
        </>
      }
    >
      <ThemeGallery />
      <AppearanceFields />
    </WidgetScreen>
  );
}
