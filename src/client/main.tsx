// Starts the client: the browser's effects, the API layer, the route table, one React root.
import '@fontsource-variable/inter/opsz.css';
import './app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { browserEffects } from './api/browser-effects.ts';
import { createApi } from './api/create-api.ts';
import { App } from './app/app.tsx';

const api = createApi(browserEffects());
void api.session.start();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App api={api} />
    </StrictMode>,
  );
}
