// What the build makes of a document of content/ (build/content.ts).

/** Text, or an element: its name, its attributes, what is in it. */
export type DocumentNode = string | [tag: string, attributes: Record<string, string> | 0, ...children: DocumentNode[]];

/** What guides are about, in the order of lists. */
export const TOPICS = [
  'First steps',
  'Install',
  'Notifications',
  'Sources',
  'Statistics',
  'Developers',
  'Your server',
] as const;

/** What lists show of any document. All of it is plain text. */
type Listed = {
  /** Its path in content/, without `.md`: 'guides/rules'. */
  name: string;
  title: string;
  summary: string;
  keywords: string[];
  /** Of the second and third (`isSub`) level. */
  headings: { id: string; text: string; isSub: boolean }[];
};

/** A guide or a page. */
export type DocumentEntry = Listed & {
  topic: (typeof TOPICS)[number];
  /** Within the topic. */
  order: number;
  /** The day its promises changed last, `YYYY-MM-DD`; of policies. */
  updated?: string;
};

/** A blog post. */
export type PostEntry = Listed & {
  /** The end of its address: /blog/{id}. */
  id: string;
  /** The day it was published, `YYYY-MM-DD`. */
  date: string;
  /** How long it takes to read. */
  minutes: number;
};

/** The text below one heading, plain, for the search; `id` is empty for what stands before the first heading. */
export type DocumentSection = { id: string; title: string; text: string };
