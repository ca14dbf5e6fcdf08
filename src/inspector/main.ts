// The inspector, a file of its own that the widget loads on an owner's page for a signed link, or for `data-debug`.
// Nothing it does throws into the page, and nothing it shows is counted.
import type { Inspected } from '#shared/embed/inspection.ts';
import { makeDiary, print } from './diary.ts';
import { type Explanation, explain } from './explain.ts';
import { followWidget } from './follow-widget.ts';
import { askAgain, type Reading, readInspection } from './read-inspection.ts';
import { makeScreen } from './screen.ts';
import type { Sight } from './sight.ts';

const NOTHING: Reading = { kind: 'none' };

/** Explains the widget on this page: in an overlay for an owner's link, on the console for `data-debug`. */
export function inspect(handle: Inspected): void {
  void run(handle).catch(() => {
    // Silence is the widget's promise, and the page comes before what explains it.
  });
}

async function run(handle: Inspected): Promise<void> {
  let show: ((explanation: Explanation) => void)[] = [];
  let reading = NOTHING;
  let status: Sight['status'];
  const look = () => {
    try {
      if (show.length === 0) return;
      const inspection = reading.kind === 'inspection' ? reading.inspection : null;
      const isAway = reading.kind === 'away';
      const explanation = explain({ ...followed.look(), inspection, isAway, ...(status !== undefined && { status }) });
      for (const one of show) one(explanation);
    } catch {
      // As above.
    }
  };
  const followed = followWidget(handle, look);

  if (handle.isDebug) {
    const newsOf = makeDiary();
    show.push((explanation) => print(newsOf(explanation)));
  }
  if (handle.token !== undefined) {
    reading = await readInspection(handle, Date.now());
    const screen = makeScreen(reading, {
      onShow(notice) {
        followed.notices()?.show(notice);
        look();
      },
      canShow: () => followed.notices() !== null,
      onClose() {
        show = show.filter((one) => one !== screen);
        if (show.length === 0) followed.stop();
      },
    });
    if (screen) show.push(screen);
  }
  if (show.length === 0) return followed.stop();
  look();
  // Why there is nothing can only be found out by asking once more. Without a link nothing more is asked.
  if (reading.kind === 'none' || (await handle.running.catch(() => null))) return;
  status = await askAgain(handle.url);
  look();
}
