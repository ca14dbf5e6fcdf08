import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countryOf, placeOf, regionOf } from './places.ts';

test.each<[string, string]>([
  ['Ghent', 'Ghent'],
  ['GHENT', 'Ghent'],
  ['ghent', 'Ghent'],
  ['Ghent,', 'Ghent'],
  [' Ghent. ', 'Ghent'],
  ['Ghent, Belgium', 'Ghent'],
  ['"Ghent"', 'Ghent'],
  ['SÃO PAULO', 'São Paulo'],
  ['são  paulo', 'São Paulo'],
  ['NEWCASTLE UPON TYNE', 'Newcastle upon Tyne'],
  ['Newcastle Upon Tyne', 'Newcastle upon Tyne'],
  ['rio de janeiro', 'Rio de Janeiro'],
  ['LA SPEZIA', 'La Spezia'],
  ['LOS ANGELES', 'Los Angeles'],
  ['FRANKFURT (ODER)', 'Frankfurt (Oder)'],
  ['FRANKFURT/MAIN', 'Frankfurt/Main'],
  ['SAINT-DENIS', 'Saint-Denis'],
  ["'s-Hertogenbosch", "'s-Hertogenbosch"],
  ["L'AQUILA", "L'Aquila"],
  ["coeur d'alene", "Coeur d'Alene"],
  ['ST. LOUIS', 'St. Louis'],
  ['St.Gallen', 'St.Gallen'],
  ['McAllen', 'McAllen'],
  ['Washington D.C.', 'Washington D.C.'],
  ['NYC', 'NYC'],
  ['Ö', 'Ö'],
  ['МОСКВА', 'Москва'],
  ['東京', '東京'],
  ['Chester-le-Street', 'Chester-le-Street'],
  ['Zu\u0308rich', 'Zürich'],
])('a place: %j', (text, place) => {
  expect(placeOf(text)).toBe(place);
});

test.each([
  ...[
    '',
    ' ',
    'N/A',
    'n/a',
    'NA',
    '-',
    '--',
    '.',
    '0',
    '???',
    'None',
    'null',
    'undefined',
    'Unknown',
    'x',
    'xxx',
    'city',
    'Test',
  ],
  ...[
    '12 Main Street',
    'Main Street',
    'Hauptstraße 5',
    'Hauptstr.',
    'Rue de la Paix',
    'PO Box 12',
    '9000 Ghent',
    'SW1A 1AA',
  ],
  ...[
    'https://spam.example/x',
    'www.spam.example',
    'spam.example',
    'ana@buyers.example',
    '+32 9 123 45 67',
    '555-1234',
  ],
  ...['<b>Ghent</b>', '#1', 'x'.repeat(60), '😀', '(select)', undefined],
])('no place: %j', (text) => {
  expect(placeOf(text)).toBeUndefined();
});

test('regions and countries by their names and codes', () => {
  expect(['CA', 'DE-BE', 'JP13', 'Kentucky', 'KENTUCKY', '0', 'N/A', '-'].map(regionOf)).toEqual([
    ...['CA', 'DE-BE', 'JP13', 'Kentucky', 'Kentucky'],
    ...[undefined, undefined, undefined],
  ]);
  // NA is Namibia, and XX is no country.
  expect(['BE', 'be', 'NA', 'Belgium', 'BELGIUM', 'XX', 'N/A', '00'].map(countryOf)).toEqual([
    ...['BE', 'BE', 'NA', 'Belgium', 'Belgium'],
    ...[undefined, undefined, undefined],
  ]);
});

const TOWNS = [
  'Ghent',
  'São Paulo',
  'Newcastle upon Tyne',
  'Rio de Janeiro',
  'Saint-Denis',
  "L'Aquila",
  'Frankfurt (Oder)',
  'Zürich',
  'Łódź',
];
test('a place is one however it is typed', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...TOWNS),
      fc.constantFrom('', ' ', ',', '.', ', Belgium', ' -', '*'),
      fc.constantFrom('', ' ', '-', '"'),
      fc.constantFrom<(text: string) => string>(
        (text) => text.toUpperCase(),
        (text) => text.toLowerCase(),
        (text) => text,
        (text) => text.replaceAll(' ', '  '),
      ),
      (town, after, before, typed) => {
        expect(placeOf(`${before}${typed(town)}${after}`)).toBe(town);
      },
    ),
  );
});

test('whatever is typed: what is read is a place of its own, in letters, without a digit or a sign of an address', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[A-Za-zß \d@:./'(),-]{1,30}$/)),
      (text) => {
        const place = placeOf(text);
        if (place === undefined) return;
        expect(placeOf(place)).toBe(place);
        expect(place).not.toMatch(/[\d@:?#<>]/);
        expect(place.length).toBeLessThanOrEqual(45);
      },
    ),
  );
});
