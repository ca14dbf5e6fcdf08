import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCompany, namesOf, personOf, shownNameOf } from './persons.ts';

test.each<[string, string | undefined, string | undefined]>([
  ['Ana', 'Ana', undefined],
  ['Ana Maria  Lopes', 'Ana', 'Maria Lopes'],
  ['山田 太郎', undefined, '山田 太郎'],
  ['Lopes, Ana Maria', 'Ana', 'Lopes'],
  ['Lopes, Ana, Dr.', 'Ana', 'Lopes'],
  ['Ana Lopes, Jr.', 'Ana', 'Lopes'],
  ['Ana Lopes, M.D.', 'Ana', 'Lopes'],
  ['Smith, Jr.', undefined, 'Smith'],
  ['山田, 太郎', undefined, '山田'],
  ['Ana,', 'Ana', undefined],
  ['Lee, Mary', 'Mary', 'Lee'],
  ['Mrs Mary Lee', 'Mary', 'Lee'],
  ['Prof. Dr. Mary Lee', 'Mary', 'Lee'],
  ['Lee, Mrs. Mary', 'Mary', 'Lee'],
  ['Herr Dr. Müller', undefined, 'Müller'],
  ['Mrs Lee', undefined, 'Lee'],
  ['Mr', undefined, undefined],
  ['Acme Holdings GmbH', undefined, 'Acme Holdings GmbH'],
  ['Ana Lopes, LLC', undefined, 'Ana Lopes, LLC'],
  ['Guest', undefined, undefined],
  ['N/A', undefined, undefined],
  ['ana@buyers.example', undefined, undefined],
  ['+351 912 345 678', undefined, undefined],
  ['', undefined, undefined],
])('a full name: %j', (name, firstName, lastName) => {
  expect({ firstName: undefined, ...namesOf(name) }).toEqual({ firstName, lastName });
});

test('a first and a last name that are a company', () => {
  expect(personOf('Ana', 'Lopes', 'Acme')).toEqual({ firstName: 'Ana', lastName: 'Lopes' });
  expect(personOf('Acme', 'Holdings GmbH')).toEqual({ lastName: 'Acme Holdings GmbH' });
  // A company without a form: the shop says that it is one.
  expect(personOf('Oak', 'Works', 'OAK WORKS')).toEqual({ lastName: 'Oak Works' });
  expect(personOf(undefined, undefined)).toEqual({ firstName: undefined, lastName: undefined });
});

test.each([
  ...[
    'Acme GmbH',
    'Acme Inc.',
    'Acme, Inc',
    'ACME LTD',
    'Acme Pty Ltd',
    'Acme S.r.l.',
    'Acme S.p.A.',
    'Acme AG',
    'Acme B.V.',
  ],
  ...['Acme ApS', 'Acme Sp. z o.o.', 'Acme & Co', 'Acme GmbH & Co. KG', '株式会社アクメ', 'Acme Holding'],
])('a company: %j', (name) => {
  expect(isCompany(name)).toBe(true);
});

test.each(['Anna Ek', 'Sa Nguyen', 'Maria Co', 'Incy Wincy', 'Ag Nes', 'Lara Asa', 'Ana', ''])(
  'a person: %j',
  (name) => {
    expect(isCompany(name)).toBe(false);
  },
);

test.each<[string, string | null]>([
  ['Mary', 'Mary'],
  // Of several first names the first, whatever channel they came by.
  ['Mary Ann', 'Mary'],
  ['Maria José', 'Maria'],
  ['Jean-Luc', 'Jean-Luc'],
  ["D'Arcy", "D'Arcy"],
  ['太郎', '太郎'],
  ['明', '明'],
  ['山田 太郎', null],
  ['Mrs Mary', null],
  ['Mrs Mary Lee', 'Mary'],
  ['Dr. Mary Ann', 'Mary'],
  ['Lee, Mary', 'Mary'],
  ['J. Maria', 'Maria'],
  ['Mary & John', 'Mary'],
  ['MARTHA', 'Martha'],
  ['martha', 'Martha'],
  ['JEAN-LUC', 'Jean-Luc'],
  ["O'BRIEN", "O'Brien"],
  ['ZOË', 'Zoë'],
  ['LaToya', 'LaToya'],
  ['AJ', 'AJ'],
  ['Jo', 'Jo'],
  ['Na', 'Na'],
  ...[
    'undefined',
    'null',
    'Guest',
    'GUEST',
    'Customer',
    'Anonymous',
    'N/A',
    'n/a',
    'NA',
    'None',
    'test',
    'Test Customer',
  ].map((name) => [name, null] as [string, null]),
  ...['-', '.', '???', '0', 'x', 'J.', 'J. R.', 'Mrs', 'Dr.', 'Guest 1234', '[deleted]', '(deleted)', 'de la Cruz'].map(
    (name) => [name, null] as [string, null],
  ),
  ...[
    'ana@buyers.example',
    '+351 912 345 678',
    '555-1234',
    'https://spam.example/x',
    'www.spam.example',
    '<b>Ana</b>',
  ].map((name) => [name, null] as [string, null]),
  ['Acme GmbH', null],
  ['A'.repeat(21), null],
  ['', null],
])('what visitors read of %j', (given, shown) => {
  expect(shownNameOf(given)).toBe(shown);
});

test('the same name is shown whatever is around it and however it is written', () => {
  const first = fc.constantFrom('Mary', 'Zoë', 'Jean-Luc', "O'Brien", 'Łucja', 'Мария');
  const last = fc.constantFrom('Lee', 'Lopes', 'van Dyk', 'Иванова');
  const title = fc.constantFrom('', 'Mrs ', 'Dr. ', 'Prof. Dr. ', 'Herr ', 'Mme ');
  fc.assert(
    fc.property(first, last, title, (name, family, before) => {
      expect(shownNameOf(`${before}${name} ${family}`)).toBe(name);
      for (const full of [`${before}${name} ${family}`, `${family}, ${name}`, `  ${name}   ${family}`])
        expect(shownNameOf(namesOf(full).firstName ?? '')).toBe(name);
      expect([name.toUpperCase(), name.toLowerCase(), ` ${name} `].map(shownNameOf)).toEqual([name, name, name]);
    }),
  );
});

test('whatever is given, one word in letters is shown, or nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(shownNameOf(text) ?? 'Ana').toMatch(/^\p{L}[\p{L}\p{M}'’-]{0,19}$/u);
      expect(() => namesOf(text)).not.toThrow();
    }),
  );
});
