// The index page of `npm run screenshots`: a row for each screen, with light and dark side by side at every width, each
// screenshot linked to its file.

export const WIDTHS = [375, 768, 1440] as const;
export const SCHEMES = ['light', 'dark'] as const;

/** A screen in one state; its screenshots are `<name>-<width>-<scheme>.webp`. */
export type Shot = { name: string; path: string };

const STYLE = `
  body { margin: 2rem; background: #f2f0ea; color: #222; font: 15px/1.5 system-ui, sans-serif }
  nav { columns: 14rem; margin: 1rem 0 3rem } nav a { display: block; color: inherit }
  h2 { margin: 3rem 0 .5rem; font-size: 1.1rem } h2 code { font-weight: normal; color: #666 }
  .row { display: grid; grid-template-columns: ${WIDTHS.map((width) => `${width}fr ${width}fr`).join(' ')}; gap: 12px; align-items: start }
  figure { margin: 0; min-width: 0 } figcaption { font-size: 12px; color: #666 }
  img { display: block; width: 100%; border: 1px solid #ccc }
`;

const figure = (name: string, width: number, scheme: string) => {
  const file = `${name}-${width}-${scheme}.webp`;
  return `<figure><figcaption>${width} ${scheme}</figcaption><a href="${file}"><img src="${file}" loading="lazy" alt=""></a></figure>`;
};

const row = ({ name, path }: Shot) => `
<h2 id="${name}">${name} <code>${path}</code></h2>
<div class="row">${WIDTHS.flatMap((width) => SCHEMES.map((scheme) => figure(name, width, scheme))).join('')}</div>`;

/** @returns the page as HTML. */
export const indexPage = (shots: readonly Shot[]): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Proofbell: every screen</title><style>${STYLE}</style>
<h1>Every screen, ${WIDTHS.join(', ')} px, light and dark</h1>
<nav>${shots.map(({ name }) => `<a href="#${name}">${name}</a>`).join('')}</nav>
${shots.map(row).join('\n')}
</html>
`;
