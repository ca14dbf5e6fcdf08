// The preview of the widget.
import { WidgetPreview } from '../preview/widget-preview.tsx';
import { DEFAULT_SETTINGS } from '../settings/paths.ts';
import { Story } from './story.tsx';

const SITE = { name: 'Holt & Ash', domain: 'holtandash.example' };
const NONE: [] = [];

export const PreviewStories = () => (
  <Story name="WidgetPreview">
    <WidgetPreview settings={DEFAULT_SETTINGS} customCSS="" notifications={NONE} site={SITE} />
  </Story>
);
