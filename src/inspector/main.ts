// The inspector: a separate file that the widget loads for an owner's signed link or for `data-debug`. It never throws
// into the page, and nothing it shows is counted.
import type { Inspect } from '#shared/embed/inspection.ts';
import { makeChangeLog, print } from './change-log.ts';
import { type Explanation, explain } from './explain.ts';
import { followWidget } from './follow-widget.ts';
import { askAgain, type Reading, readInspection } from './read-inspection.ts';
import { makeScreen } from './screen.tsx';
import type { Inspected, Snapshot } from './snapshot.ts';

const NOTHING: Reading = { kind: 'none' };

/** Explains the widget on this page: in an overlay for an owner's link, in the console for `data-debug`. */
export const inspect: Inspect = ({ dataset }, token, url, on, read) => {
  const handle: Inspected = {
    isDebug: dataset.debug !== undefined,
    token,
    url,
    on,
    isHeld: () => !read()[1],
    running: () => read()[0],
  };
  void run(handle).catch(() => {
    // The widget promises to fail silently, for the sake of the host page.
  });
};

async function run(handle: Inspected): Promise<void> {
  let show: ((explanation: Explanation) => void)[] = [];
  let reading = NOTHING;
  let status: Snapshot['status'];
  const refresh = () => {
    try {
      if (show.length === 0) return;
      const inspection = reading.kind === 'inspection' ? reading.inspection : null;
      const isAway = reading.kind === 'away';
      const explanation = explain({
        ...followed.snapshot(inspection?.site.timezone),
        inspection,
        isAway,
        ...(status !== undefined && { status }),
      });
      for (const one of show) one(explanation);
    } catch {
      // Silent for the same reason.
    }
  };
  const followed = followWidget(handle, refresh);

  if (handle.isDebug) {
    const changesIn = makeChangeLog();
    show.push((explanation) => print(changesIn(explanation)));
  }
  if (handle.token !== undefined) {
    reading = await readInspection(handle);
    const screen = makeScreen(reading, {
      onShow(notification) {
        followed.notifications()?.show(notification);
        refresh();
      },
      canShow: () => followed.notifications() !== null,
      onClose() {
        show = show.filter((one) => one !== screen);
        if (show.length === 0) followed.stop();
      },
    });
    if (screen) show.push(screen);
  }
  if (show.length === 0) return followed.stop();
  refresh();
  // Repeating the request is the only way to find out why nothing was loaded. Without a link, make no further requests.
  if (reading.kind === 'none' || (await handle.running().catch(() => null))) return;
  status = await askAgain(handle.url);
  refresh();
}
