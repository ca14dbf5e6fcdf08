// Images that owners upload for their notifications: taken, served to everybody, and deleted once nothing uses them.
import type { Image } from '#shared/contract/image.ts';
import { IMAGE_MESSAGES } from '#shared/image-messages.ts';
import { IMAGE_MAX_BYTES, IMAGES_MAX, IMAGES_PER_HOUR, UNUSED_IMAGE_LIFE } from '#shared/limits.ts';
import { isoNow, isoOf, SECOND } from '#shared/time.ts';
import {
  countImages,
  deleteUnusedImages,
  listImages as findImages,
  IMAGE_PATH,
  insertImage,
  type ListedImage,
  ownersOfDueImages,
  deleteImage as removeImage,
} from '../../db/images.ts';
import { lockUser } from '../../db/users.ts';
import type { Deps } from '../../deps.ts';
import { imageNotFound, ownImage, type VerifiedActor } from '../access.ts';
import { DomainError, refusal } from '../errors.ts';
import type { ImageProblem } from '../ports.ts';
import { hourly } from '../rate-limit.ts';
import { existing } from '../user.ts';

const limitUploads = hourly('images', IMAGES_PER_HOUR);
/** Seconds after which somebody who found too many others waiting may try again. */
const BUSY = (5 * SECOND) / SECOND;
/** Owners whose images are looked at in one statement. */
const AT_ONCE = 20;

const toImage = ({ config }: Pick<Deps, 'config'>, { ownerId: _owner, ...image }: ListedImage): Image => ({
  ...image,
  url: `${config.publicUrl}${IMAGE_PATH}${image.id}`,
});

const refuse = (problem: ImageProblem): DomainError => {
  if (problem === 'busy') return new DomainError('rate-limited', IMAGE_MESSAGES.busy, { retryAfter: BUSY });
  return refusal(problem === 'type' ? 'unsupported-type' : 'validation', 'image', IMAGE_MESSAGES[problem]);
};

const tooMany = () => new DomainError('conflict', IMAGE_MESSAGES.many);

/**
 * Takes a file.
 * @param file the bytes that were sent, whatever they are.
 * @throws too-large; unsupported-type or validation naming `image`; conflict when the account has too many; rate-limited
 */
export async function uploadImage(deps: Deps, actor: VerifiedActor, file: Uint8Array): Promise<Image> {
  if (file.length > IMAGE_MAX_BYTES) throw refusal('too-large', 'image', IMAGE_MESSAGES.large);
  await limitUploads(deps, actor.userId);
  // Before the work, and again where it counts.
  if ((await countImages(deps.db, actor.userId)) >= IMAGES_MAX) throw tooMany();
  const made = await deps.images.convert(file);
  if ('problem' in made) throw refuse(made.problem);
  const { webp, width, height } = made;
  const now = deps.clock.now();
  const image = {
    // In every payload that has it: short, and nobody can guess it.
    ...{ id: deps.ids.secret(12), ownerId: actor.userId, width, height, bytes: webp.length },
    createdAt: isoOf(now),
  };
  await deps.db.transaction().execute(async (db) => {
    // Lock first, or calls at the same moment could all take the last place.
    existing(await lockUser(db, actor.userId));
    if ((await countImages(db, actor.userId)) >= IMAGES_MAX) throw tooMany();
    const stored = { data: webp.toString('base64'), keptUntil: isoOf(now + UNUSED_IMAGE_LIFE) };
    await insertImage(db, { ...image, ...stored });
  });
  return toImage(deps, image);
}

/** @returns the caller's images, the last uploaded first. */
export const listImages = async (deps: Deps, actor: VerifiedActor): Promise<Image[]> =>
  (await findImages(deps.db, actor.userId)).map((image) => toImage(deps, image));

/** @throws not-found */
export async function deleteImage({ db }: Deps, actor: VerifiedActor, id: string): Promise<void> {
  await removeImage(db, await ownImage(db, actor, id));
}

/** @returns the WebP, for anybody: visitors' browsers ask for it. @throws not-found */
export async function readImage({ hotReads }: Pick<Deps, 'hotReads'>, id: string): Promise<Buffer<ArrayBuffer>> {
  const bytes = await hotReads.imageById(id);
  if (!bytes) throw imageNotFound();
  return bytes;
}

/** Deletes images that nothing has used for a day, as far as they are due to be looked at. */
export async function deleteOldImages(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  stopping?: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const ages = { uploadedBefore: isoOf(now - UNUSED_IMAGE_LIFE), until: isoOf(now + UNUSED_IMAGE_LIFE) };
  for (const ownerId of await ownersOfDueImages(db, isoNow(clock), AT_ONCE)) {
    if (stopping?.aborted) return;
    await deleteUnusedImages(db, ownerId, ages);
  }
}
