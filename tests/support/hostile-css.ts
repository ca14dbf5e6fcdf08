// Style sheets that try to make a visitor's browser call a third party: every forbidden name in every spelling that CSS
// knows, in every place where a browser would follow it.

/** An address that nothing may ever call. */
export const CANARY = 'http://canary.test/';

const TERMINATORS = ['', ' ', '\t', '\n', '\r', '\f', '\r\n'];

/** @returns one character in every way to write it: 2 to 6 digits, both cases, every white space that ends an escape. */
function spellingsOf(character: string): string[] {
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  const digits = [2, 3, 4, 5, 6].map((width) => hex.padStart(width, '0'));
  const cased = [...new Set([...digits, ...digits.map((each) => each.toUpperCase())])];
  const escaped = cased.flatMap((each) => TERMINATORS.map((end) => `\\${each}${end}`));
  // Before a letter that is a digit of base 16, a backslash starts a number.
  const plain = /[0-9a-f]/i.test(character) ? [] : [`\\${character}`, `\\${character.toUpperCase()}`];
  return [...escaped, ...plain, character.toUpperCase(), `${character}/**/`, `/**/${character}`, `\0${character}`];
}

/** @returns a name with each of its letters in turn in every spelling, and with all letters in each. */
function spelledName(name: string): string[] {
  const letters = [...name];
  const single = letters.flatMap((letter, at) =>
    spellingsOf(letter).map((spelled) => letters.toSpliced(at, 1, spelled).join('')),
  );
  const all = TERMINATORS.map((end) =>
    letters.map((letter) => `\\${(letter.codePointAt(0) ?? 0).toString(16).padStart(6, '0')}${end}`).join(''),
  );
  return [name, ...single, ...all];
}

const FUNCTIONS: Record<string, (name: string) => string> = {
  url: (name) => `${name}(${CANARY})`,
  src: (name) => `${name}("${CANARY}")`,
  image: (name) => `${name}("${CANARY}")`,
  'image-set': (name) => `${name}("${CANARY}" 1x)`,
  '-webkit-image-set': (name) => `${name}("${CANARY}" 1x)`,
};

/** Where a browser would follow an address. */
const PLACES: ((value: string) => string)[] = [
  (value) => `.notice{background:${value}}`,
  (value) => `.notice{--x:${value};background:var(--x)}`,
  (value) => `.notice{background:var(--none,${value})}`,
  (value) => `.notice{background:var(--none,var(--none2, ${value} ))}`,
  (value) => `.region{.notice{background:${value}}}`,
  (value) => `.notice{&{background:${value}}}`,
  (value) => `.notice{@media all{background:${value}}}`,
  (value) => `@media all{.notice{background:${value}}}`,
  (value) => `@supports (color:red){.notice{background:${value}}}`,
  (value) => `@layer x{.notice{background:${value}}}`,
  (value) => `@layer x,y;.notice{background:${value}}`,
  (value) => `@scope{.notice{background:${value}}}`,
  (value) => `@starting-style{.notice{background:${value}}}.notice{transition:all 9s;background:${value}}`,
  (value) => `@keyframes k{from,to{background-image:${value}}}.notice{animation:k 9s}`,
  (value) => `@font-face{font-family:q;src:${value}}.title{font-family:q}`,
  (value) => `@property --p{syntax:"*";inherits:false;initial-value:${value}}.notice{background:var(--p)}`,
  (value) => `.title::before{content:${value}}`,
  (value) => `.title{display:list-item;list-style:${value}}`,
  (value) => `.title{border:9px solid;border-image:${value}}`,
  (value) => `.title{mask-image:${value};-webkit-mask-box-image:${value};shape-outside:${value}}`,
  (value) => `.title{filter:${value};clip-path:${value};cursor:${value},auto}`,
  (value) => `.notice{background:cross-fade(${value},${value},50%),-webkit-cross-fade(${value},${value},50%)}`,
  (value) => `.notice{background:linear-gradient(red,red),${value}`,
  (value) => `.notice{background:${value}!important;`,
  (value) => `:host{background:${value};display:block!important}`,
  (value) => `:root{background:${value}}`,
  (value) => `<!-- .notice{background:${value}} -->`,
  (value) => `.x{a:"\n}.notice{background:${value}}`,
  (value) => `.x{a:"\\\r\n";background:"}.notice{background:${value}}`,
  (value) => `.x{a:'\f}.notice{background:${value}}`,
  (value) => `.x{a:url(b c"\r}.notice{background:${value}}`,
  (value) => `.x{a:[}.notice{background:${value}}`,
  (value) => `.x{--a:{;}.notice{background:${value}}`,
  (value) => `.x{;;a}.notice{background:${value}}`,
  (value) => `.x{}}.notice{background:${value}}`,
  (value) => `@unknown{}.notice{background:${value}}`,
  (value) => `@unknown;.notice{background:${value}}`,
  (value) => `/*!*/.notice{/**/background/**/:/**/${value}/**/}`,
  (value) => `.x{a:1e3}.notice{background:${value}}`,
  (value) => `.x:foo(}.notice{background:${value}}`,
  (value) => `.x::part({).notice{background:${value}}`,
];

/** @returns every style sheet; some thousands. */
export function hostileSheets(): string[] {
  const everySpelling = Object.entries(FUNCTIONS).flatMap(([name, call]) =>
    spelledName(name).map((spelled) => PLACES[0]?.(call(spelled)) ?? ''),
  );
  const disguised = [`url(${CANARY})`, `url( "${CANARY}" )`, `\\75\r\nrl(${CANARY})`, `u\\000072\r\nl(${CANARY})`];
  const everyPlace = disguised.flatMap((value) => PLACES.map((place) => place(value)));
  const rules = ['import', 'namespace', 'document', 'font-face', 'charset'].flatMap((name) =>
    spelledName(name).map((spelled) => `@${spelled} "${CANARY}";`),
  );
  const selectors = ['host', 'root'].flatMap((name) =>
    spelledName(name).map((spelled) => `:${spelled}{background:url(${CANARY})}`),
  );
  return [...everySpelling, ...everyPlace, ...rules, ...selectors];
}

/** Style sheets that an owner might really write, in many ways to write them. */
export const HONEST_SHEETS: readonly string[] = [
  '.title { color: #fff; }',
  '.notice{background:linear-gradient( 45deg , #123 , rgb(0 0 0 / 50%) );border-radius:4px 8px}',
  '/* The shop’s colors */\r\n.notice {\r\n\tcolor : RED ;\r\n}\r\n',
  '.title::before { content: "\\201C \\"\\a x"; font: italic bold 12px/1.5 "Iowan Old Style", serif }',
  '.notice:not(:hover) .title, .media + .body ~ .close > .x { text-decoration: underline wavy rgb(1, 2, 3) }',
  '@media (min-width: 1px) and (max-width: 9999px) { .title { font-size: 21px } }',
  '@media screen { @supports (display: grid) { .notice { display: grid; grid-template: "a b" 1fr / auto 2fr } } }',
  '.notice { --gap: calc( 2px + 3px ); padding: var(--gap) var(--none, 7px); margin: -1px -.5em +2px }',
  '.notice { & .title { color: #abcdef } &:not(.x) { outline: 3px dashed } }',
  '.region { .title { color: #abcdef; &:hover { color: red } } > .notice:not(.x), .body { outline: 3px dashed } width: 80% }',
  '.body { color: red; @media all { .notice:is(.purchase) & { top: 1px; b, + .close { color: lime } } } --x: 1px; left: var(--x) }',
  '@keyframes pulse { from { opacity: .5 } 50% { opacity: .7 } to { opacity: .5 } } .title { animation: pulse 1s infinite paused }',
  '@layer base, own; @layer own { .title { letter-spacing: 2px } } @layer base { .title { letter-spacing: 3px } }',
  '.\\74itle{color:teal}.n\\6ftice{width:300px}#\\31 23{color:red}.md\\:flex{color:red}',
  '.title { transform: translate(1px, 2px) rotate(3deg) scale(1.1); filter: blur(1px) drop-shadow(0 0 2px red) }',
  '.notice{transition:all .2s cubic-bezier(.1,.2,.3,1);box-shadow:0 1px 2px #0003,inset 0 0 1px red}',
  '.title{color:red!important;color:blue;;width:CALC(1px + 2*3px)}',
  '.notice:is(.purchase, .review):nth-child(2n + 1) { background: hsl(120deg 50% 50%) }',
  '[class~="title" i] { color: rgb(9 8 7) } * { text-indent: 1px }',
  '.title{clip-path:polygon(0 0,100% 0,100% 100%);inset:auto 0 env(safe-area-inset-bottom,3px)}',
  '.title{color:red',
  '.title::after{content:"open',
  '.body{container:card / inline-size}@container card (min-width:1px){.title{color:lime}}',
];
