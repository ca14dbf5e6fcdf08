// Puts the chosen theme on <html> before the first paint and whenever the choice or the system's setting changes.
// A file of its own because the app's CSP allows no inline script; src/client/hooks/use-theme.ts is its other half.
(() => {
  const root = document.documentElement;
  const systemDark = matchMedia('(prefers-color-scheme: dark)');

  const stored = () => {
    try {
      return localStorage.getItem('theme');
    } catch {
      return null; // Storage is blocked: the choice then lasts as long as the page.
    }
  };

  const apply = (choice) => {
    const theme = choice === 'light' || choice === 'dark' ? choice : 'system';
    const isDark = theme === 'dark' || (theme === 'system' && systemDark.matches);
    root.dataset.theme = theme;
    root.classList.toggle('dark', isDark);
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', isDark ? '#131210' : '#f7f4ee');
  };

  apply(stored());
  systemDark.addEventListener('change', () => apply(root.dataset.theme));
  addEventListener('storage', (event) => {
    if (event.key === 'theme' || event.key === null) apply(stored());
  });
  addEventListener('proofbell:theme', (event) => apply(event.detail));
})();
