// Stands in the head of each public page, after theme.js. Until its font is there, for a second at most, the page is
// not shown: text that is set in another font first is set twice, and moves. And what is below the first screen is laid
// out once that has been painted, unless the visitor comes back to a place further down.
(() => {
  const { classList } = document.documentElement;
  const [visit] = performance.getEntriesByType('navigation');
  const isFromTop = !location.hash && (!visit || visit.type === 'navigate');
  // First, lest a browser that can't tell of fonts leave the page unseen.
  const isReady = document.fonts.load('1em "Inter Variable"');
  classList.add('waiting');
  if (isFromTop && !document.hidden) classList.add('from-top');

  const showRest = () => classList.remove('from-top');
  const show = () => {
    classList.remove('waiting');
    requestAnimationFrame(() => setTimeout(showRest));
  };
  Promise.race([isReady, new Promise((resolve) => setTimeout(resolve, 1000))]).then(show, show);
  // A page in the background has no frames.
  document.addEventListener('visibilitychange', showRest);
  addEventListener('load', () => setTimeout(showRest, 200));
})();
