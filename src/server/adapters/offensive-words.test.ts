import { expect, it } from 'vitest';
import { isOffensive } from './offensive-words.ts';

it('finds words of the lists in any letter case, and as a part of a name', () => {
  for (const word of ['Shit', 'SHIT', 'Ana-Shit', "O'Shit", 'Shit’s', 'ｓｈｉｔ'])
    expect([word, isOffensive(word)]).toEqual([word, true]);
  for (const word of ['Ana', 'Jean-Luc', "O'Brien", 'Scunthorpe', 'Ana-Sofia'])
    expect([word, isOffensive(word)]).toEqual([word, false]);
});
