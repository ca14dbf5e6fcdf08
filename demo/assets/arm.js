// Sends the browser's arm with an order, as our plugin for WordPress does at a checkout.
document.addEventListener('submit', ({ target }) => {
  const field = target.elements.namedItem('proofbell_arm');
  if (field) field.value = window.Proofbell?.arm?.() ?? '';
});
