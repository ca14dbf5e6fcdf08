// Tags from what people type and paste.
import { expect, it } from 'vitest';
import { readTags } from './tags.ts';

const domain = (typed: string) => (typed.includes('.') ? typed.toLowerCase() : null);

it('takes many tags from one pasted text, whatever parts them', () => {
  expect(readTags('a.com, b.com;c.com\n d.com', [], domain).added).toEqual(['a.com', 'b.com', 'c.com', 'd.com']);
});

it('keeps the normalized form, and each only once', () => {
  expect(readTags('A.com a.com B.com', ['b.com'], domain)).toEqual({ added: ['a.com'], refused: [] });
});

it('gives back what it refuses as it was typed', () => {
  expect(readTags('Shop a.com local', [], domain)).toEqual({ added: ['a.com'], refused: ['Shop', 'local'] });
});

it('adds nothing from a text without tags', () => {
  expect(readTags(' ,; ', [], domain)).toEqual({ added: [], refused: [] });
});
