// One build of the widget, as described by `dist/widget/widget.json` and shown in the app.
import { z } from 'zod';

/** Sizes of the raw file and of the compressed copies exactly as the server sends them. */
const bytes = z.object({ raw: z.number().int(), gzip: z.number().int(), brotli: z.number().int() });

const built = z.object({ file: z.string(), bytes });

export const widgetBuildSchema = z.object({
  /** File name to pin, `widget-<12 hex of its sha256>.js`: everything in one file, so that one checksum is enough. */
  file: z.string(),
  /** Subresource-integrity value, `sha384-…`. */
  integrity: z.string(),
  bytes,
  /** The script that `/widget.js` is. */
  script: built,
  /** What conditions need, a separate file that the script loads where a payload has some. */
  conditions: built,
  /** The cost meter, a separate file fetched only by sampled page loads. */
  cost: built,
});
export type WidgetBuild = z.infer<typeof widgetBuildSchema>;
