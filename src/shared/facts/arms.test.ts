import { expect, test } from 'vitest';
import { armOf, partsOfArm } from './arms.ts';

test.each([
  ['pb-k3j7x2ab-0', 'k3j7x2ab-0'],
  ['pb-aaaaaaaa-4', 'aaaaaaaa-4'],
  ['pb-k3j7x2ab-5', undefined],
  ['pb-k3j9x2ab-0', undefined],
  ['pb-K3J7X2AB-0', undefined],
  [' pb-k3j7x2ab-0', undefined],
  ['pb-k3j7x2ab-0\n', undefined],
  ['k3j7x2ab-0', undefined],
  ['', undefined],
  [undefined, undefined],
])('%j is the arm %j', (value, arm) => expect(armOf(value)).toBe(arm));

test('has two parts', () => expect(partsOfArm('k3j7x2ab-0')).toEqual({ epochId: 'k3j7x2ab', arm: 0 }));
