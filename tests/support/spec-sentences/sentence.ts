// A sentence of the specification, and the tests that show it. `spec-sentences.test.ts` keeps the names true.

/** A test by its file and its title, or what makes it unmistakable; `…` stands for what is filled in. */
export type Shown = { file: string; title: string };

export type Sentence = {
  /** The part of the specification, as in the tag `[spec 4.toggle]` that each of its tests has; `2` has several. */
  section: string;
  sentence: string;
  tests: readonly Shown[];
};

/** @returns a function that names the tests of that file. */
export const by =
  (file: string) =>
  (title: string): Shown => ({ file, title });

/** @returns a row of the table. */
export const row = (section: string, sentence: string, ...tests: Shown[]): Sentence => ({ section, sentence, tests });
