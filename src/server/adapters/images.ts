// Makes an uploaded file into a small WebP of its pixels and nothing else (docs/decisions/025-uploaded-images.md). What the
// file is, is read from its first bytes, whatever its sender calls it; its size in pixels, before any is decoded. One image
// is decoded at a time, on a thread of its own: the server goes on, whatever owners send.
import type { Sharp, SharpOptions } from 'sharp';
import { IMAGE_KEPT_SIDE, IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX } from '#shared/limits.ts';
import type { ImageProblem, Images } from '../domain/ports.ts';

/** Images that may wait for their turn; each is in memory. */
const WAITING_MAX = 20;
/** Seconds that one may take; none within the limits takes one. */
const SECONDS_MAX = 5;
/** Of 100: what 44 pixels need. */
const QUALITY = 80;

const latin1 = (file: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...file.subarray(from, Math.min(to, file.length)));

const bigEndian = (file: Uint8Array, at: number) => new DataView(file.buffer, file.byteOffset + at, 4).getUint32(0);

/** @returns whether a PNG says, before its pixels, that it is an animation. */
function isAnimatedPng(file: Uint8Array): boolean {
  for (let at = 8; at + 8 <= file.length; at += 12 + bigEndian(file, at)) {
    const chunk = latin1(file, at + 4, at + 8);
    if (chunk === 'acTL') return true;
    if (chunk === 'IDAT') return false;
  }
  return false;
}

/** The flag of an extended WebP. */
const isAnimatedWebp = (file: Uint8Array) => latin1(file, 12, 16) === 'VP8X' && ((file[20] ?? 0) & 2) !== 0;

/** @returns why a file is refused for what its first bytes say; null when it isn't. */
function refusalOf(file: Uint8Array): ImageProblem | null {
  if (latin1(file, 0, 8) === '\x89PNG\r\n\x1a\n') return isAnimatedPng(file) ? 'animated' : null;
  if (latin1(file, 0, 3) === '\xff\xd8\xff') return null;
  if (latin1(file, 0, 4) === 'RIFF' && latin1(file, 8, 12) === 'WEBP') return isAnimatedWebp(file) ? 'animated' : null;
  return 'type';
}

let loaded: Promise<(file: Uint8Array, options: SharpOptions) => Sharp> | undefined;

/** Loads the library once somebody uploads an image: most servers go without for long. */
async function load() {
  const { default: sharp } = await import('sharp');
  // Nothing but the three formats is ever parsed.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
  });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

async function convert(file: Uint8Array): Promise<Awaited<ReturnType<Images['convert']>>> {
  loaded ??= load();
  const open = await loaded;
  // What a shop's software writes wrongly beside the pixels doesn't matter; pixels that are missing do.
  const options: SharpOptions = { failOn: 'error', pages: 1 };
  try {
    const { width, height, pages = 1 } = await open(file, { ...options, limitInputPixels: false }).metadata();
    if (pages > 1) return { problem: 'animated' };
    if (Math.max(width, height) > IMAGE_SIDE_MAX || width * height > IMAGE_PIXELS_MAX) return { problem: 'pixels' };
    const { data, info } = await open(file, { ...options, limitInputPixels: IMAGE_PIXELS_MAX })
      // As its camera was held: what says so isn't kept.
      .autoOrient()
      .resize({ width: IMAGE_KEPT_SIDE, height: IMAGE_KEPT_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .timeout({ seconds: SECONDS_MAX })
      .toBuffer({ resolveWithObject: true });
    return { webp: data, width: info.width, height: info.height };
  } catch {
    return { problem: 'damaged' };
  }
}

export function makeImages(): Images {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    async convert(file) {
      const problem = refusalOf(file);
      if (problem) return { problem };
      if (waiting >= WAITING_MAX) return { problem: 'busy' };
      waiting += 1;
      const own = last.then(() => convert(file));
      last = own.catch(() => {});
      return own.finally(() => {
        waiting -= 1;
      });
    },
  };
}
