// What /api/docs does beyond being read: opens the call that an address names, marks the part that is in view, and sends calls
// with a key that is typed there. The key is kept in this page's memory alone, and gone with it. Without this file the page
// reads the same.
(() => {
  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  const openNamed = () => {
    const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const folded = named?.tagName === 'DETAILS' ? named : named?.querySelector(':scope > .part');
    if (!folded) return;
    for (let one = folded; one; one = one.parentElement.closest('details')) one.open = true;
    named.scrollIntoView();
  };
  addEventListener('hashchange', openNamed);
  openNamed();

  const links = new Map([...document.querySelectorAll('nav > ul > li > a')].map((link) => [link.hash.slice(1), link]));
  const inView = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        if (isIntersecting) {
          for (const link of links.values()) link.removeAttribute('aria-current');
          links.get(target.id)?.setAttribute('aria-current', 'true');
        }
    },
    { rootMargin: '-20% 0px -75% 0px' },
  );
  for (const section of document.querySelectorAll('main > section')) inView.observe(section);

  let key = '';
  /** Ids of what the key reaches, by the name of the parameter. */
  const ids = {};
  const nameOf = (parameter, path) => (parameter === 'id' ? `${/^\/api\/(\w+)s\//.exec(path)?.[1]}Id` : parameter);

  async function ask(method, path, body) {
    try {
      const response = await fetch(path, {
        method,
        credentials: 'omit',
        headers: { Authorization: `Bearer ${key}`, ...(body && { 'Content-Type': 'application/json' }) },
        ...(body && { body }),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json');
      return { status: response.status, isOk: response.ok, value: isJson ? JSON.parse(text) : text };
    } catch {
      return { status: 0, isOk: false, value: "The server didn't answer." };
    }
  }

  const inputs = [];
  const fillIds = () => {
    for (const { input, name } of inputs) if (ids[name] && input.value === '') input.value = ids[name];
  };

  /** Reads which site and widget the key reaches, so that nobody has to look ids up. @returns what to say of it. */
  async function tryKey() {
    if (key === '') return '';
    const { isOk, status, value } = await ask('GET', '/api/sites');
    if (status === 0) return value;
    if (!isOk) return "This key doesn't work here.";
    const [site] = value.data.sites;
    if (!site) return 'This key works. Create a site first.';
    ids.siteId = site.id;
    const widget = await ask('GET', `/api/widgets/site/${encodeURIComponent(site.id)}`);
    if (widget.isOk) ids.widgetId = widget.value.widget.id;
    fillIds();
    return `This key works. Ids are filled in for ${site.name}.`;
  }

  const said = make('p', { className: 'said' });
  said.setAttribute('role', 'status');
  const keyInput = make('input', { id: 'key', autocomplete: 'off', spellcheck: false, placeholder: 'pb_…' });
  keyInput.addEventListener('change', async () => {
    key = keyInput.value.trim();
    said.textContent = await tryKey();
  });
  document
    .getElementById('quick-start')
    ?.before(
      make(
        'div',
        { className: 'key' },
        make('label', { htmlFor: 'key', textContent: 'Try it with your key' }),
        keyInput,
        make('p', { textContent: 'It stays on this page and is never stored. Calls are real.' }),
        said,
      ),
    );

  for (const place of document.querySelectorAll('.try')) {
    const { method, path, body } = place.dataset;
    const form = make('form', { autocomplete: 'off' });
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => {
      const input = make('input', { required: true, spellcheck: false });
      inputs.push({ input, name: nameOf(parameter, path) });
      form.append(make('label', {}, make('span', { textContent: parameter }), input));
      return { parameter, input };
    });
    const text =
      body && make('textarea', { rows: 8, spellcheck: false, value: body.replace(/2026-03-10T11:58:00Z/, new Date().toISOString()) });
    if (text) form.append(make('label', {}, make('span', { textContent: 'Body' }), text));
    const button = make('button', { type: 'submit', textContent: 'Send' });
    const output = make('pre', { hidden: true, tabIndex: 0 });
    output.setAttribute('role', 'status');
    form.append(button, output);
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (key === '') {
        keyInput.focus();
        said.textContent = 'Enter a key first.';
        return;
      }
      button.disabled = true;
      let to = path;
      for (const { parameter, input } of parameters)
        to = to.replace(`{${parameter}}`, encodeURIComponent(input.value.trim()));
      const sent = text?.value.replaceAll('$WIDGET', ids.widgetId ?? '').replaceAll('$SITE', ids.siteId ?? '');
      const { status, value } = await ask(method, to, sent);
      output.hidden = false;
      output.textContent = `${status}\n${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}`;
      button.disabled = false;
    });
    place.append(form);
  }
})();
