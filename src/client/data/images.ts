// Images that the owner uploads for notifications and templates.
import { useEffect, useRef, useState } from 'react';
import { sendFile } from '#client/auth/upload.ts';
import type { Image } from '#shared/contract/image.ts';
import { IMAGE_MESSAGES } from '#shared/image-messages.ts';
import { IMAGE_MAX_BYTES } from '#shared/limits.ts';

/** Pixels of the longer side that a photo is made smaller to before it is sent. */
const SENT_SIDE = 1_024;
/** Types that browsers read and that are often larger than what is taken: photos and screenshots. */
const SHRINKABLE = new Set(['image/jpeg', 'image/png']);

/** @returns a photo made smaller if it is too large to be taken; any other file as it is. */
async function fitting(file: File): Promise<Blob> {
  if (file.size <= IMAGE_MAX_BYTES || !SHRINKABLE.has(file.type)) return file;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, SENT_SIDE / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, file.type, 0.9));
    return made ?? file;
  } catch {
    // The server says what is wrong with it.
    return file;
  }
}

type Upload = { is: 'sending'; share: number } | { is: 'failed'; message: string };

/** @returns how far the file is, null without one; and what sends one, or cancels that. One at a time. */
export function useUploadImage(onUploaded: (image: Image) => void) {
  const [upload, setUpload] = useState<Upload | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function send(file: File): Promise<void> {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    setUpload({ is: 'sending', share: 0 });
    const body = await fitting(file);
    if (stop.signal.aborted) return;
    if (body.size > IMAGE_MAX_BYTES) return setUpload({ is: 'failed', message: IMAGE_MESSAGES.large });
    const onProgress = (share: number) => !stop.signal.aborted && setUpload({ is: 'sending', share });
    const answer = await sendFile('/api/images', body, { onProgress, signal: stop.signal });
    if (answer === null || stop.signal.aborted) return;
    if ('failure' in answer) {
      const [field] = answer.failure.fields;
      return setUpload({ is: 'failed', message: field?.message ?? answer.failure.message });
    }
    setUpload(null);
    onUploaded((answer.body as { image: Image }).image);
  }

  return {
    upload,
    send: (file: File) => void send(file),
    /** Ends what is being sent, and forgets what went wrong. */
    reset() {
      running.current?.abort();
      setUpload(null);
    },
  };
}
