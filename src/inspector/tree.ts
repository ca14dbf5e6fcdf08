// Elements as values, and what brings the document in line with them: only what differs is touched, so that focus, open
// details and scrolling stay while the words change each second. Attributes and texts only: nothing is parsed as HTML.

export type Branch = { name: string; attributes: Record<string, string>; children: Tree[] };
export type Tree = Branch | string;

/** A child that is null or false is left out. */
export const h = (name: string, attributes: Record<string, string>, ...children: (Tree | null | false)[]): Branch => ({
  name,
  attributes,
  children: children.filter((child) => child !== null && child !== false),
});

const SVG = 'http://www.w3.org/2000/svg';
const HTML = 'http://www.w3.org/1999/xhtml';

function create(document: Document, tree: Tree): Node {
  if (typeof tree === 'string') return document.createTextNode(tree);
  const element = document.createElementNS(/^(svg|path)$/.test(tree.name) ? SVG : HTML, tree.name);
  update(element, tree);
  return element;
}

function update(element: Element, { attributes, children }: Branch): void {
  // Old pages give every object more keys.
  for (const key of Object.keys(attributes).filter((name) => Object.hasOwn(attributes, name))) {
    const value = attributes[key] ?? '';
    if (element.getAttribute(key) !== value) element.setAttribute(key, value);
  }
  for (const { name } of [...element.attributes]) {
    // What the reader opened stays open.
    if (!Object.hasOwn(attributes, name) && name !== 'open') element.removeAttribute(name);
  }
  patch(element, children);
}

const keyOf = (element: Element) => element.getAttribute('data-key') ?? '';

/** Makes the children of `parent` what `trees` say. One with another `data-key` is another element. */
export function patch(parent: Node, trees: readonly Tree[]): void {
  const document = parent.ownerDocument as Document;
  let at = 0;
  for (const tree of trees) {
    const old = parent.childNodes[at];
    at += 1;
    if (typeof tree === 'string' && old?.nodeType === 3) {
      if (old.nodeValue !== tree) old.nodeValue = tree;
    } else if (
      typeof tree !== 'string' &&
      old?.nodeType === 1 &&
      (old as Element).localName === tree.name &&
      keyOf(old as Element) === (tree.attributes['data-key'] ?? '')
    ) {
      update(old as Element, tree);
    } else if (old) parent.replaceChild(create(document, tree), old);
    else parent.appendChild(create(document, tree));
  }
  while (parent.childNodes.length > trees.length) parent.removeChild(parent.lastChild as Node);
}
