// Stands in the head of each public page, after theme.js. The page stays hidden until its font has arrived, for a second at
// most: text laid out in another font first is laid out twice, and shifts. What is below the first screen is laid out after
// the first paint, unless the visitor is coming back to a place further down.
(() => {
  const { classList } = document.documentElement;
  const [visit] = performance.getEntriesByType('navigation');
  const isFromTop = !location.hash && (!visit || visit.type === 'navigate');
  // Before the page is hidden: a browser without this function shows it at once.
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
