// All that runs on a prerendered page until somebody touches it: the header's ground while scrolling, and what lives on the
// home page. The first pointer, key or focus loads React, which hydrates the page; a press made meanwhile is made again
// once it is there. Links need nobody.
import { HEADER_SCROLL } from '#shared/limits.ts';
import { hasQuery, LOGGED_IN_KEY, onFailed, onHydrated } from './hydrated.ts';
import { forgetReload, mayReload } from './reload-once.ts';

const script = document.querySelector<HTMLScriptElement>('script[data-app]');
const FIRST_TOUCH = ['pointerdown', 'touchstart', 'keydown', 'focusin'] as const;
/** Works without React. */
const IS_LIVE = '[data-started]';
const PRESSABLE = 'button, [role="button"], input[type="checkbox"], input[type="radio"], label';

const listening = new AbortController();
const { signal } = listening;
const hydrated = new AbortController();

let isLoading = false;
let hasFailed = false;
let isLeaving = false;
let hasStyles = false;

/** Adds the whole style sheets: what the page needs until somebody touches it stands in its head. */
function addStyles(): void {
  if (hasStyles) return;
  hasStyles = true;
  for (const href of script?.dataset.styles?.split(' ') ?? [])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href }));
}

/** Loads React. Offline it isn't begun: browsers remember a failed import until the page is reloaded. */
function loadApp(): void {
  if (isLoading || !navigator.onLine) return;
  isLoading = true;
  addStyles();
  isLeaving = false;
  window.addEventListener('beforeunload', () => (isLeaving = true), { once: true, signal });
  void import(/* @vite-ignore */ script?.dataset.app ?? '').catch(fail);
}

/** Most likely the server was updated since the page was opened, and has other files now. */
function fail(): void {
  isLoading = false;
  hasFailed = true;
  // What was just followed, a link, must not be undone by a reload.
  if (!navigator.onLine || isLeaving) return;
  if (mayReload()) location.reload();
  else giveUp();
}

/** Leaves the page to the browser: links and what opens work by themselves. It looks as it does where scripts are off. */
function giveUp(): void {
  listening.abort();
  delete document.documentElement.dataset.theme;
  document.addEventListener('submit', refuseSubmit, { capture: true });
  for (const repeat of repeats.splice(0)) repeat();
}

/** A pointer that rests where the page appears is told of, too, and is no touch. */
function onMove({ movementX, movementY }: PointerEvent): void {
  if (movementX !== 0 || movementY !== 0) loadApp();
}

/** Whether the address asks for what only React can do, or somebody is likely logged in, whose header is another. */
function isForApp(): boolean {
  if (hasQuery(location.search)) return true;
  try {
    return localStorage.getItem(LOGGED_IN_KEY) !== null;
  } catch {
    return false;
  }
}

const repeats: (() => void)[] = [];
const typed = new Map<HTMLInputElement | HTMLTextAreaElement, string>();

/** Keeps what is typed, of which React hears nothing yet. */
function keepText({ target }: Event): void {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (isField && !target.closest(IS_LIVE)) typed.set(target, target.value);
}

/** Types a text as somebody would: React remembers what it set itself, and takes the same again for no change. */
function retype(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  field.value = '';
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Keeps presses of what only React makes work. */
function keepPress(event: Event): void {
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(`a[href], ${IS_LIVE}`)) return;
  const pressed = target?.closest<HTMLElement>(PRESSABLE);
  if (!pressed) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  repeats.push(() => pressed.click());
}

/** Keeps what a form would send: the page it would load is not what people want. */
function keepSubmit(event: SubmitEvent): void {
  event.preventDefault();
  const form = event.target;
  if (form instanceof HTMLFormElement) repeats.push(() => form.requestSubmit());
}

/** Without React a form would put what was typed into the page's address. */
function refuseSubmit(event: SubmitEvent): void {
  event.preventDefault();
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.querySelector('[data-refused]')) return;
  const reason = document.createElement('p');
  reason.setAttribute('role', 'alert');
  reason.dataset.refused = '';
  reason.className = 'text-danger';
  reason.textContent =
    "Nothing was sent: part of this page couldn't be loaded. Copy what you wrote and try again later.";
  form.append(reason);
}

function watchScroll(): void {
  const header = document.querySelector('header[data-overlay]');
  const paint = () => header?.toggleAttribute('data-solid', window.scrollY > HEADER_SCROLL);
  // Not at once: asking how far the page is scrolled lays all of it out before its first paint.
  requestAnimationFrame(paint);
  if (header) window.addEventListener('scroll', paint, { passive: true, signal: hydrated.signal });
}

function whenLoaded(act: () => void): void {
  if (document.readyState === 'complete') act();
  else window.addEventListener('load', act, { once: true });
}

onHydrated(() => {
  // The page has no first script any more.
  script?.removeAttribute('data-app');
  listening.abort();
  hydrated.abort();
  forgetReload();
  for (const [field, text] of typed) retype(field, text);
  for (const repeat of repeats) repeat();
});
onFailed(fail);
for (const name of FIRST_TOUCH) document.addEventListener(name, loadApp, { capture: true, passive: true, signal });
document.addEventListener('pointermove', onMove, { capture: true, passive: true, signal });
document.addEventListener('click', keepPress, { capture: true, signal });
document.addEventListener('input', keepText, { capture: true, signal });
document.addEventListener('submit', keepSubmit, { capture: true, signal });
// What was pressed or typed without a connection waits for one.
window.addEventListener(
  'online',
  () => {
    if (hasFailed) fail();
    else if (repeats.length + typed.size > 0) loadApp();
  },
  { signal },
);
watchScroll();
// After the first paint, which they must not hold up.
whenLoaded(() =>
  setTimeout(() => {
    addStyles();
    if (location.pathname === '/' && !hydrated.signal.aborted) void import('./home.ts');
  }),
);
if (isForApp()) loadApp();
