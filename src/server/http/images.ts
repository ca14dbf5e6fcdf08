// POST /api/images: an image for notifications, as it is; GET /api/images/{id}: what visitors see of it. Mounted before the
// limits of other bodies, because images have their own; whoever sends one is checked as everywhere else.
import type { Context as HonoContext } from 'hono';
import { z } from 'zod';
import { uploadedImageSchema } from '#shared/contract/image.ts';
import { id } from '#shared/contract/text.ts';
import { IMAGE_MESSAGES, IMAGE_TYPES } from '#shared/image-messages.ts';
import { IMAGE_BODY_MAX_BYTES } from '#shared/limits.ts';
import { DAY, SECOND } from '#shared/time.ts';
import type { Deps } from '../deps.ts';
import { requireVerified } from '../domain/access.ts';
import { DomainError } from '../domain/errors.ts';
import { readImage, uploadImage } from '../domain/notification/images.ts';
import { checkInput, drainBody, limitBody, readBytes } from './body.ts';
import { requireCsrf } from './csrf.ts';
import { errorResponse } from './error-response.ts';
import { type PlainRow, plainRow } from './plain-routes.ts';
import { type HttpEnv, makeContextFactory } from './request-context.ts';
import { collectHeaders, jsonResponse } from './responses.ts';

/** What browsers may do with an image, on whichever page: show it. It never changes, but it may be deleted. */
const SHOWN = {
  'content-type': 'image/webp',
  'content-disposition': 'inline',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': `public, max-age=${DAY / SECOND}, immutable`,
};

/** @throws unsupported-type. The bytes decide; this only keeps out what a page of another site could send. */
function checkType(c: HonoContext<HttpEnv>): void {
  const [type = ''] = (c.req.header('content-type') ?? '').split(';');
  if (!IMAGE_TYPES.some((known) => known === type.trim().toLowerCase()))
    throw new DomainError('unsupported-type', IMAGE_MESSAGES.type);
}

export const IMAGE_ROWS: readonly PlainRow[] = [
  plainRow({
    method: 'POST',
    path: '/images',
    summary: 'Upload a PNG, JPEG or WebP image, at most 512 KiB',
    request: z.string().meta({ contentMediaType: 'image/*' }),
    accepts: 'image/*',
    isForOwners: true,
    status: 201,
    response: uploadedImageSchema,
    handler: (deps: Deps) => {
      const makeContext = makeContextFactory(deps);
      const csrf = requireCsrf(deps, () => true);
      const limit = limitBody<HttpEnv>(IMAGE_BODY_MAX_BYTES, (c, error) => errorResponse(c, deps.log, error));
      const upload = async (c: HonoContext<HttpEnv>): Promise<Response> => {
        const collected = collectHeaders();
        const { body } = c.req.raw;
        let response: Response | undefined;
        const refused = await csrf(c, async () => {
          try {
            const actor = requireVerified(await makeContext(c, collected).actor(), true);
            checkType(c);
            const image = await uploadImage(deps, actor, await readBytes(c));
            response = jsonResponse(c, 201, { image }, collected.entries);
          } catch (error) {
            response = errorResponse(c, deps.log, error, collected.entries);
          }
        });
        // So that a client that is still sending sees why it is refused.
        if (body && !body.locked) await drainBody(body, IMAGE_BODY_MAX_BYTES).catch(() => {});
        return response ?? refused ?? c.body(null);
      };
      return (c) => limit(c, () => upload(c));
    },
  }),
  plainRow({
    method: 'GET',
    path: '/images/{id}',
    summary: 'Read an image as WebP, at most 256 pixels on a side; for anyone',
    response: z.string().meta({ contentMediaType: 'image/webp' }),
    contentType: 'image/webp',
    handler: (deps: Deps) => async (c) => {
      try {
        const name = checkInput(id(), c.req.param('id'));
        const etag = `"${name}"`;
        const bytes = await readImage(deps, name);
        const headers = { ...SHOWN, etag };
        return c.req.header('if-none-match') === etag ? c.body(null, 304, headers) : c.body(bytes, 200, headers);
      } catch (error) {
        return errorResponse(c, deps.log, error);
      }
    },
  }),
];
