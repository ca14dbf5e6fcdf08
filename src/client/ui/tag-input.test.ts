// Tags from typed and pasted text.
import { expect, it } from 'vitest';
import { readTags } from './tag-input.tsx';

const domain = (typed: string) => (typed.includes('.') ? typed.toLowerCase() : null);

it('reads several tags from pasted text, whatever separates them', () => {
  expect(readTags('a.com, b.com;c.com\n d.com', [], domain).added).toEqual(['a.com', 'b.com', 'c.com', 'd.com']);
});

it('stores the normalized form, without duplicates', () => {
  expect(readTags('A.com a.com B.com', ['b.com'], domain)).toEqual({ added: ['a.com'], refused: [] });
});

it('returns rejected parts as typed', () => {
  expect(readTags('Shop a.com local', [], domain)).toEqual({ added: ['a.com'], refused: ['Shop', 'local'] });
});

it('adds nothing from text without tags', () => {
  expect(readTags(' ,; ', [], domain)).toEqual({ added: [], refused: [] });
});

it('keeps spaces and commas where texts may contain them', () => {
  const any = (typed: string) => typed;
  expect(readTags('/oak desks, /sofas', [], any, /[\n\r,;]/).added).toEqual(['/oak desks', '/sofas']);
  expect(readTags('Lisbon, Portugal\nPorto', [], any, /[\n\r]/).added).toEqual(['Lisbon, Portugal', 'Porto']);
});
