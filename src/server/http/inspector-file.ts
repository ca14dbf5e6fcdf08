// GET /widget-inspector.js: what the widget loads on an owner's page for a signed link, or for `data-debug`. Asked anew
// each time, since a fresh build must explain a fresh widget.
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { Context } from 'hono';
import { MESSAGES } from '#shared/messages.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../domain/errors.ts';
import { makeVariants, type Variants } from '../domain/variants.ts';
import { refusal } from './embed-answers.ts';
import { makeVariantSender } from './send-variant.ts';

/** Few people ever fetch it: it is compressed well enough at the first request for a build. */
const BROTLI_QUALITY = 9;

/** @param path of the built inspector. @returns the handler. */
export function makeInspectorHandler(deps: Pick<Deps, 'ids' | 'log'>, path: string): (c: Context) => Promise<Response> {
  const send = makeVariantSender('text/javascript; charset=utf-8');
  let build: { mtimeMs: number; variants: Variants } | null = null;

  const read = async (): Promise<Variants> => {
    const { mtimeMs } = await stat(path);
    if (build?.mtimeMs === mtimeMs) return build.variants;
    const source = await readFile(path, 'utf8');
    const tag = createHash('sha256').update(source).digest('hex').slice(0, 12);
    const variants = await makeVariants(source, tag, BROTLI_QUALITY);
    build = { mtimeMs, variants };
    return variants;
  };

  return async (c) => {
    try {
      const variants = await read().catch((error: unknown) => {
        if ((error as { code?: unknown }).code !== 'ENOENT') throw error;
        throw new DomainError('not-found', MESSAGES.notFound);
      });
      const answer = send(c, variants, 'no-cache', 'Accept-Encoding');
      answer.headers.set('X-Content-Type-Options', 'nosniff');
      return answer;
    } catch (error) {
      return refusal(deps, error);
    }
  };
}
