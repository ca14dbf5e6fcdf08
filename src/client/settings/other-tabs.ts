// Settings in several tabs of one browser: each tells the others that there is something newer, and they fetch it.
import type { Snapshot } from './source.ts';

/** Tabs may run different versions: never change this name or the shape of the messages, `{widgetId, revision}`. */
const CHANNEL = 'proofbell-settings';

/** How often to ask for an announced revision: an answer may be older, as that of a load that was already on its way. */
const LOADS_MAX = 4;

type Effects = {
  /** Creates the channel. It may throw, as where storage is blocked: then the next save brings what is newer. */
  open(name: string): Pick<BroadcastChannel, 'onmessage' | 'postMessage' | 'close'>;
  load(): Promise<Snapshot>;
  /** Gets each snapshot that was loaded. */
  receive(snapshot: Snapshot): void;
};

type OtherTabs = { announce(revision: number): void; close(): void };

export function connectTabs(widgetId: string, { open, load, receive }: Effects): OtherTabs {
  let announced = 0;
  let loadsLeft = 0;
  let isLoading = false;
  let isClosed = false;

  async function loadNewer(): Promise<void> {
    isLoading = true;
    while (loadsLeft > 0) {
      loadsLeft--;
      // If it fails, the next save brings what is newer.
      const snapshot = await load().catch(() => null);
      if (!snapshot) loadsLeft = 0;
      else if (!isClosed) receive(snapshot);
      if (snapshot && snapshot.revision >= announced) loadsLeft = 0;
    }
    isLoading = false;
  }

  let channel: ReturnType<Effects['open']> | undefined;
  try {
    channel = open(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data !== 'object' || data === null || !('widgetId' in data) || !('revision' in data)) return;
      if (data.widgetId !== widgetId || typeof data.revision !== 'number') return;
      announced = Math.max(announced, data.revision);
      loadsLeft = LOADS_MAX;
      if (!isLoading) void loadNewer();
    };
  } catch {
    // Blocked along with storage.
  }
  return {
    announce: (revision) => channel?.postMessage({ widgetId, revision }),
    close() {
      isClosed = true;
      loadsLeft = 0;
      channel?.close();
    },
  };
}
