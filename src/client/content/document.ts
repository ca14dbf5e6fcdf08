// What the build makes of a document of content/ (build-content.ts).

/** Text, or an element: its name, its attributes, what is in it. */
export type DocumentNode = string | [tag: string, attributes: Record<string, string> | 0, ...children: DocumentNode[]];

/** What guides are about, in the order of lists. */
export const TOPICS = ['First steps', 'Install', 'Notifications', 'Statistics', 'Developers', 'Your server'] as const;

/** What lists show of a document. */
export type DocumentEntry = {
  /** Its path in content/, without `.md`: 'guides/rules'. */
  name: string;
  title: string;
  summary: string;
  topic: (typeof TOPICS)[number];
  /** Within the topic. */
  order: number;
  keywords: string[];
  /** Of the second and third (`isSub`) level. */
  headings: { id: string; text: string; isSub: boolean }[];
};

/** The text below one heading, plain, for the search; `id` is empty for what stands before the first heading. */
export type DocumentSection = { id: string; title: string; text: string };
