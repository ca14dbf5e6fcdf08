// Makes elements without markup: attributes and texts only, so that nothing an owner typed is ever parsed as HTML.

export type Make = (name: string, attributes: Record<string, string>, ...children: (Node | string)[]) => HTMLElement;

/** @returns a maker of HTML elements in `document`, and of `svg` and `path`. */
export function makeMake(document: Document): Make {
  return (name, attributes, ...children) => {
    const namespace = /^(svg|path)$/.test(name) ? '2000/svg' : '1999/xhtml';
    const element = document.createElementNS(`http://www.w3.org/${namespace}`, name) as HTMLElement;
    for (const key in attributes) element.setAttribute(key, `${attributes[key]}`);
    element.append(...children);
    return element;
  };
}

/** @param path on a 24 by 24 grid. @returns a line drawing. */
export const draw = (make: Make, path: string): HTMLElement =>
  make('svg', { viewBox: '0 0 24 24' }, make('path', { d: path }));
