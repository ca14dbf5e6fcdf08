import { expect, test } from 'vitest';
import { csvBlob } from './save-file.ts';

test('the file starts with a single byte order mark, so that Excel reads it as UTF-8', async () => {
  for (const csv of ['Page,Displays\r\n/é,1\r\n', '\uFEFFPage,Displays\r\n/é,1\r\n']) {
    const bytes = new Uint8Array(await csvBlob(csv).arrayBuffer());
    expect([...bytes.slice(0, 4)]).toEqual([0xef, 0xbb, 0xbf, 'P'.charCodeAt(0)]);
  }
});
