// Remembers the answers of a pure question, for hot paths where the same few are asked over and over.

/** Longer questions are answered afresh: what is remembered is bounded in bytes too. */
const QUESTION_MAX = 500;

/**
 * @param max answers remembered; when there are more, all are forgotten, which costs less than keeping an order.
 * @param answer must always answer a question alike.
 */
export function remembered<T>(max: number, answer: (question: string) => T): (question: string) => T {
  const known = new Map<string, T>();
  return (question) => {
    const found = known.get(question);
    if (found !== undefined) return found;
    const fresh = answer(question);
    if (question.length > QUESTION_MAX) return fresh;
    if (known.size >= max) known.clear();
    known.set(question, fresh);
    return fresh;
  };
}
