// Images as owners and attackers send them, made byte by byte where a library would refuse to, and how they are uploaded.
import { crc32, deflateSync } from 'node:zlib';
import type { ApiError } from '#server/trpc/errors.ts';
import type { Image } from '#shared/contract/image.ts';
import type { ApiResponse, Client, Shop } from './client.ts';

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

export function pngChunk(type: string, data: Uint8Array = new Uint8Array()): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))]);
}

type Png = {
  width: number;
  height: number;
  /** In place of rows of one color. */
  pixels?: Uint8Array;
  /** Chunks between the header and the pixels. */
  before?: Uint8Array[];
  /** Behind the end. */
  after?: string;
};

/** @returns a PNG of one color, 8 bits of gray. */
export function png({ width, height, pixels, before = [], after = '' }: Png): Buffer {
  const header = Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 0, 0, 0, 0])]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...before,
    pngChunk('IDAT', pixels ?? deflateSync(Buffer.alloc((width + 1) * height))),
    pngChunk('IEND'),
    Buffer.from(after),
  ]);
}

export const SMALL_PNG = png({ width: 3, height: 2 });

type Uploaded = ApiResponse<{ image: Image } & Partial<ApiError>>;

/** Posts a file as an owner's browser does. @param type what its sender calls it. */
export const uploadImage = (client: Client, file: Uint8Array, type = 'image/png'): Promise<Uploaded> =>
  client.call('POST', '/api/images', file, { 'content-type': type });

/** Gives a shop's owner an uploaded image. */
export const addImage = async (owner: Client, shop: Shop): Promise<Shop> => ({
  ...shop,
  image: (await uploadImage(owner, SMALL_PNG)).body.image,
});
