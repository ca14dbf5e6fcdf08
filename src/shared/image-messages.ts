// What is said of images that can't be taken.
import { IMAGE_MAX_BYTES, IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX, IMAGES_MAX } from './limits.ts';

/** The types that are taken. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;

export const IMAGE_MESSAGES = {
  type: 'Send a PNG, JPEG or WebP image',
  animated: "Animations can't be used. Send a still image",
  pixels: `The image has too many pixels: at most ${IMAGE_SIDE_MAX} on a side, and ${Math.floor(IMAGE_PIXELS_MAX / 1e6)} million in all`,
  damaged: "The image can't be read. It may be damaged or cut off",
  large: `The image is larger than ${IMAGE_MAX_BYTES / 1024} KiB`,
  busy: 'Too many images are being read. Try again in a moment',
  many: `You can have at most ${IMAGES_MAX} images. Delete one first`,
  notFound: 'Image not found',
} as const;
