// The code of the guides in content/, with a site's own values in place of the examples, as an owner copies it.
import { readFileSync } from 'node:fs';
import { build, type Plugin } from 'vite';

/** @returns the guide's blocks of code in order, without the indentation of the list they stand in. */
export function codeOf(guide: string, publicUrl: string, siteId: string): string[] {
  const markdown = readFileSync(`content/guides/${guide}.md`, 'utf8');
  return [...markdown.matchAll(/^( *)```\w+[^\n]*\n([\s\S]*?)^ *```$/gm)].map(([, indent = '', code = '']) =>
    code
      .replace(new RegExp(`^${indent}`, 'gm'), '')
      .replaceAll('https://proofbell.example.com', publicUrl)
      .replaceAll('YOUR_SITE_ID', siteId),
  );
}

/**
 * Like next/script after hydration, as Next.js documents it: a new element gets the source and all other attributes, and
 * goes to the end of the body.
 */
const NEXT_SCRIPT = `
  import { useEffect } from 'react';
  export default function Script({ src, ...rest }) {
    useEffect(() => {
      const element = document.createElement('script');
      for (const [name, value] of Object.entries(rest)) element.setAttribute(name, value);
      element.src = src;
      document.body.appendChild(element);
    }, []);
    return null;
  }`;

/** @param modules sources by name, of which 'entry.jsx' starts. @returns all of it as one script. */
export async function bundle(modules: Record<string, string>): Promise<string> {
  const sources: Record<string, string> = { 'next/script': NEXT_SCRIPT, ...modules };
  const given: Plugin = {
    name: 'given-modules',
    enforce: 'pre',
    resolveId: (id) => (id in sources ? `\0${id}${id.endsWith('.jsx') ? '' : '.jsx'}` : null),
    load: (id) => (id.startsWith('\0') ? (sources[id.slice(1)] ?? sources[id.slice(1, -'.jsx'.length)] ?? null) : null),
  };
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [given],
    oxc: { jsx: { runtime: 'automatic' } },
    // Strict mode runs effects twice only there.
    define: { 'process.env.NODE_ENV': '"development"' },
    build: { write: false, rolldownOptions: { input: 'entry.jsx' } },
  });
  const [first] = Array.isArray(built) ? built : [built];
  if (!first || !('output' in first)) throw new Error('Nothing was built');
  return first.output[0].code;
}
