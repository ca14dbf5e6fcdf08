// What old libraries, over-careful pages and browsers with few rights do to the built-ins: functions that run in a page,
// before the embed tag. Each stands for itself, since only its text reaches the page.

type Bag = Record<string, unknown>;
type List = { length: number; [index: number]: unknown };
type Run = (this: unknown, ...args: unknown[]) => unknown;

/** prototype.js 1.7: enumerable methods on lists, texts, functions and elements; some built-ins with its own meaning. */
export function extendLikePrototype(): void {
  const extend = (target: object, methods: Bag) => {
    for (const name in methods) (target as Bag)[name] = methods[name];
  };
  const identity = (value: unknown) => value;
  const wrapNative = (method: Run) =>
    function wrapped(this: unknown, ...args: unknown[]) {
      return method.apply(this, [args[0] ?? identity, ...args.slice(1)]);
    };
  const toArray = function toArray(this: List | undefined, given?: List) {
    const list = given ?? this;
    const result: unknown[] = [];
    for (let i = 0; i < (list?.length ?? 0); i += 1) result[i] = list?.[i];
    return result;
  };
  type Natives = Record<'map' | 'filter' | 'some' | 'every' | 'indexOf' | 'forEach', Run>;
  const { map, filter, some, every, indexOf, forEach } = Array.prototype as unknown as Natives;
  const each = function each(this: List, run: Run) {
    for (let i = 0; i < this.length; i += 1) run(this[i], i);
    return this;
  };
  const enumerable: Bag = {
    each,
    collect: wrapNative(map),
    select: filter,
    findAll: filter,
    any: wrapNative(some),
    all: wrapNative(every),
    include(this: List, value: unknown) {
      return indexOf.call(this, value) !== -1;
    },
    inject(this: List, memo: unknown, run: Run) {
      let result = memo;
      each.call(this, (value, i) => {
        result = run(result, value, i);
      });
      return result;
    },
    invoke(this: List, name: string) {
      return map.call(this, (value: unknown) => (value as Record<string, () => unknown>)[name]?.());
    },
    toArray,
    entries: toArray,
    size(this: List) {
      return this.length;
    },
    // Version 1.6 has this meaning.
    reduce(this: List) {
      return this.length > 1 ? this : this[0];
    },
    map: wrapNative(map),
    some: wrapNative(some),
    every: wrapNative(every),
    _each: forEach,
    first(this: List) {
      return this[0];
    },
    last(this: List) {
      return this[this.length - 1];
    },
    clear(this: List) {
      this.length = 0;
      return this;
    },
    clone: toArray,
    inspect: () => '[]',
  };
  extend(Array.prototype, enumerable);
  extend(NodeList.prototype, { each, toArray });
  extend(Array, { from: toArray });
  const keysOf = (object: Bag) => {
    const names: string[] = [];
    for (const name in object) names.push(name);
    return names;
  };
  extend(Object, { extend, keys: keysOf, values: (object: Bag) => keysOf(object).map((name) => object[name]) });
  extend(String.prototype, {
    strip: String.prototype.trim,
    include(this: string, part: string) {
      return this.indexOf(part) > -1;
    },
    startsWith(this: string, part: string) {
      return this.lastIndexOf(part, 0) === 0;
    },
    times: (count: number) => count,
    blank: () => false,
    toArray,
    inspect: () => "''",
  });
  extend(Function.prototype, {
    bind(this: Run, context: unknown, ...first: unknown[]) {
      return (...rest: unknown[]) => this.apply(context, [...first, ...rest]);
    },
    curry: identity,
    delay(this: () => void, seconds: number) {
      return window.setTimeout(this, seconds * 1000);
    },
    wrap: identity,
    methodize: identity,
  });
  extend(Element.prototype, {
    hide(this: HTMLElement) {
      this.style.display = 'none';
      return this;
    },
    show(this: HTMLElement) {
      this.style.display = '';
      return this;
    },
    toggle: identity,
    visible: () => true,
    remove(this: Element) {
      this.parentNode?.removeChild(this);
      return this;
    },
    update(this: Element, text: string) {
      this.textContent = text;
      return this;
    },
    replace(this: Element, other: Element) {
      this.parentNode?.replaceChild(other, this);
      return this;
    },
    insert: identity,
    select(this: Element, query: string) {
      return toArray.call(this.querySelectorAll(query) as unknown as List);
    },
    observe(this: Element, type: string, run: EventListener) {
      this.addEventListener(type, run);
      return this;
    },
  });
  extend(document, {
    getElementsByClassName: (name: string) => toArray.call(document.querySelectorAll(`.${name}`) as unknown as List),
  });
  extend(window, { $: (id: string) => document.getElementById(id), $A: toArray });
}

/** prototype.js 1.6: every toJSON answers a text that is JSON already, which JSON.stringify then quotes once more. */
export function addOldToJson(): void {
  const quote = (text: unknown) => `"${text}"`;
  const add = (target: object, toJSON: (this: unknown) => unknown) => Object.assign(target, { toJSON });
  add(Array.prototype, function listToJson(this: unknown) {
    return `[${(this as unknown[]).join(', ')}]`;
  });
  add(String.prototype, function textToJson(this: unknown) {
    return quote(this);
  });
  add(Date.prototype, function dateToJson(this: unknown) {
    return quote((this as Date).toISOString());
  });
}

/** As MooTools and many a shop's own script: every object has more keys, and Array.from wraps what is no list. */
export function extendObjects(): void {
  const own = Object.prototype as unknown as Bag;
  for (const name of ['each', 'extend', 'inherits', 'clone', '$family', '_dirty']) own[name] = () => name;
  own.isObject = true;
  Object.assign(Array, { from: (item: unknown) => (item == null ? [] : Array.isArray(item) ? item : [item]) });
  Object.assign(String.prototype, { contains: () => false, truncate: () => '' });
  Object.assign(Function.prototype, { extend: () => 0, implement: () => 0, $family: () => 'function' });
}

/** Slow collections without iterators, and promises that settle by timers, as they were before browsers had them. */
export function polyfillCollections(): void {
  class OldMap {
    names: unknown[] = [];
    values_: unknown[] = [];
    get size() {
      return this.names.length;
    }
    get(name: unknown) {
      return this.values_[this.names.indexOf(name)];
    }
    has(name: unknown) {
      return this.names.indexOf(name) >= 0;
    }
    set(name: unknown, value: unknown) {
      const at = this.has(name) ? this.names.indexOf(name) : this.names.length;
      this.names[at] = name;
      this.values_[at] = value;
      return this;
    }
    add(name: unknown) {
      return this.set(name, name);
    }
    delete(name: unknown) {
      const at = this.names.indexOf(name);
      if (at < 0) return false;
      this.names.splice(at, 1);
      this.values_.splice(at, 1);
      return true;
    }
    forEach(run: (value: unknown, name: unknown) => void) {
      for (let i = 0; i < this.names.length; i += 1) run(this.values_[i], this.names[i]);
    }
  }
  const Native = window.Promise;
  function OldPromise(this: unknown, run: ConstructorParameters<typeof Promise>[0]) {
    return new Native((resolve, reject) => {
      run(
        (value) => window.setTimeout(() => resolve(value), 5),
        (reason) => window.setTimeout(() => reject(reason), 5),
      );
    });
  }
  OldPromise.prototype = Native.prototype;
  OldPromise.resolve = (value: unknown) => Native.resolve(value);
  OldPromise.reject = (reason: unknown) => Native.reject(reason);
  Object.assign(window, { Map: OldMap, Set: OldMap, Promise: OldPromise });
}

/** As monitoring agents do: timers, listeners, requests and parsing go through wrappers; timers answer an object. */
export function wrapBrowser(): void {
  const { setTimeout, clearTimeout, fetch } = window;
  const { addEventListener } = EventTarget.prototype;
  const { parse } = JSON;
  Object.assign(window, {
    setTimeout: (run: () => void, ms: number) => ({ id: setTimeout(() => run(), ms) }),
    clearTimeout: (timer: { id: number } | undefined) => clearTimeout(timer?.id),
    fetch: (...args: Parameters<typeof fetch>) => fetch(...args).then((answer) => answer),
  });
  JSON.parse = (text: string) => parse(text, (_name, value) => value);
  EventTarget.prototype.addEventListener = function add(
    this: EventTarget,
    type: string,
    run: EventListenerOrEventListenerObject | null,
    options?: AddEventListenerOptions | boolean,
  ) {
    const wrapped = function wrapped(this: EventTarget, event: Event) {
      return typeof run === 'function' ? run.call(this, event) : run?.handleEvent(event);
    };
    addEventListener.call(this, type, run && wrapped, options);
  };
}

/** As hardened pages do, as far as a browser allows: a window and a location cannot be frozen, their parts can. */
export function freezeGlobals(): void {
  const seen = new Set<unknown>([window]);
  const freeze = (value: unknown) => {
    if ((typeof value !== 'object' && typeof value !== 'function') || !value || seen.has(value)) return;
    seen.add(value);
    try {
      Object.freeze(value);
    } catch {
      // Some objects of the browser cannot be; nothing else of the page can do it either.
    }
  };
  for (const name of Object.getOwnPropertyNames(window)) {
    const value = Object.getOwnPropertyDescriptor(window, name)?.value as { prototype?: unknown } | undefined;
    freeze(value);
    if (typeof value === 'function') freeze(value.prototype);
    if (typeof value === 'function') Object.defineProperty(window, name, { writable: false, configurable: false });
  }
  for (const value of [history, navigator, screen, performance, document, customElements, localStorage]) freeze(value);
}

/** As browsers do that block all storage. */
export function denyStorage(): void {
  const get = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, { get });
}

/** As web views of old phones do. */
export function loseStorage(): void {
  Object.defineProperty(window, 'localStorage', { value: null });
}

/** Not a byte more fits in. */
export function fillStorage(): void {
  for (let size = 4_000_000; size >= 1; size = Math.floor(size / 2)) {
    for (let i = 0; i < 3; i += 1) {
      try {
        localStorage.setItem(`shop-${size}-${i}`, 'x'.repeat(size));
      } catch {
        // Full for pieces of this size.
      }
    }
  }
}

/** The name under which the widget would stand on the page is the page's own already. */
export function takeName(): void {
  Object.defineProperty(window, 'Proofbell', { value: { brand: 'of the page' }, writable: false });
}
