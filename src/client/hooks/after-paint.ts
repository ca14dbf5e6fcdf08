// Answers a press at once, and only then does what takes a slow computer longer than a frame: opening an overlay, or a
// whole editor. https://web.dev/articles/optimize-inp#yield_to_allow_rendering_work_to_occur_sooner

/** Runs once the browser has painted what the press itself changed. @returns a function that cancels it. */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
