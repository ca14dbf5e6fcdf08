// A customer's pages on an origin of their own, under a strict policy, carrying the snippet as it was copied.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** @param proofbell the origin that the pages' policy allows. @returns where the pages are; the caller closes the server. */
export async function serveShop(snippet: string, proofbell: string): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const title = request.url?.startsWith('/desk') ? 'Oak Desk' : 'Shop';
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src ${proofbell}; connect-src ${proofbell}; img-src 'self'`,
    );
    response.end(`<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${snippet}</html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
