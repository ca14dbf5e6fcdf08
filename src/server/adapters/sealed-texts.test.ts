// That what lies sealed in the database opens with its key alone, unchanged: the promise is ours, the sealing jose's.
import { CompactEncrypt } from 'jose';
import { expect, it } from 'vitest';
import { makeSealedTexts } from './sealed-texts.ts';

const KEY = Buffer.alloc(32, 1);
const TEXT = 'whsec_a secret of the shop 🛍';

it('opens with its key, each time, and is another each time it is sealed', async () => {
  const { seal, open, openOnce } = makeSealedTexts(KEY);
  const [one, other] = [await seal(TEXT), await seal(TEXT)];
  expect(one).not.toBe(other);
  expect(one).not.toContain(Buffer.from('whsec').toString('base64url'));
  for (const sealed of [one, other]) expect([await open(sealed), await openOnce(sealed)]).toEqual([TEXT, TEXT]);
});

it('opens with no other key, and not with one part of it changed, cut or missing', async () => {
  const sealed = await makeSealedTexts(KEY).seal(TEXT);
  const { open } = makeSealedTexts(KEY);
  expect(await makeSealedTexts(Buffer.alloc(32, 2)).open(sealed)).toBeNull();
  const parts = sealed.split('.');
  // The second is empty: the key is the key itself.
  for (const [at, part] of parts.entries()) {
    const other = part.startsWith('A') ? 'B' : 'A';
    for (const changed of [`${other}${part.slice(1)}`, part.slice(0, -2), `${part}AA`, 'AA'])
      if (changed !== part) expect([at, await open(parts.with(at, changed).join('.'))]).toEqual([at, null]);
  }
  for (const nothing of ['', '....', TEXT, sealed.slice(0, -1), parts.slice(0, 4).join('.')])
    expect(await open(nothing)).toBeNull();
});

it('opens nothing that chose its own way to be sealed', async () => {
  const { open } = makeSealedTexts(KEY);
  const of = (header: object) => Buffer.from(JSON.stringify(header)).toString('base64url');
  const [, ...rest] = (await makeSealedTexts(KEY).seal(TEXT)).split('.');
  for (const header of [{ alg: 'none' }, { alg: 'dir', enc: 'A128GCM' }, { alg: 'A256KW', enc: 'A256GCM' }])
    expect(await open([of(header), ...rest].join('.'))).toBeNull();
  const wrapped = await new CompactEncrypt(new TextEncoder().encode(TEXT))
    .setProtectedHeader({ alg: 'A256KW', enc: 'A256GCM' })
    .encrypt(KEY);
  expect(await open(wrapped)).toBeNull();
});
