// One browser in ten draws to see no notifications. Whoever tries the demo in such a browser is told, and may draw again.
const tag = document.querySelector('script[src$="/widget.js"]');
const note = document.querySelector('[data-held-out]');

const look = () => {
  note.hidden = !window.Proofbell?.arm?.().endsWith('-0');
};
const watch = () => {
  window.Proofbell.on('enrol', look);
  look();
};
if (window.Proofbell) watch();
else tag.addEventListener('load', watch);

note.querySelector('button').addEventListener('click', () => {
  // It deletes all that it stored in this browser, and the next page load asks for no consent.
  window.Proofbell.consent(false);
  location.reload();
});
