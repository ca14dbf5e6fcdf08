// The figures of the comparison. Ours are those of docs/benchmarks.md, and a test compares them; NotificationX's were
// measured side by side on 2026-11-21. Nothing is said of what was not measured.

export type Compared = { bytes: number; requests: number; hosts: number };

/** With gzip: the script, and the payload of twenty notifications of orders. */
const SCRIPT = 7_843;
const PAYLOAD = 908;

export const COMPARED = {
  theirs: { bytes: 287_700, requests: 7, hosts: 3 },
  ours: { bytes: SCRIPT + PAYLOAD, requests: 2, hosts: 0, script: SCRIPT, payload: PAYLOAD },
} as const;
