import { expect, it } from 'vitest';
import { installationState } from './installation-state.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
const sighting = (host: string, minute: number) => ({ host, firstSeenAt: at(0), lastSeenAt: at(minute) });
const other = (host: string, minute: number) => ({ id: 'old', host, lastSeenAt: at(minute) });
const NONE = { hosts: [], refused: [], otherIds: [] };
const SITE = { domains: ['cafe.example'] };

it('knows nothing before anything asked', () => {
  expect(installationState(NONE, SITE)).toEqual({ seen: null, others: [], problems: [] });
});

it('tells where the snippet was seen last, and where else', () => {
  const hosts = [sighting('cafe.example', 5), sighting('shop.cafe.example', 3)];
  expect(installationState({ ...NONE, hosts }, SITE)).toMatchObject({ seen: hosts[0], others: [hosts[1]] });
});

it('has a refused domain as a problem until it is on the list, as itself or as a subdomain', () => {
  const refused = [sighting('www.bar.example', 4)];
  expect(installationState({ ...NONE, refused }, SITE).problems).toMatchObject([
    { kind: 'refused', host: 'www.bar.example' },
  ]);
  for (const domains of [[], ['www.bar.example'], ['bar.example']])
    expect(installationState({ ...NONE, refused }, { domains }).problems).toEqual([]);
});

it('has an unknown id as a problem until that page asked with the right one', () => {
  const otherIds = [other('cafe.example', 4)];
  const hosts = [sighting('cafe.example', 3)];
  expect(installationState({ ...NONE, otherIds, hosts }, SITE).problems).toMatchObject([
    { kind: 'other-id', id: 'old' },
  ]);
  expect(installationState({ ...NONE, otherIds, hosts: [sighting('cafe.example', 5)] }, SITE).problems).toEqual([]);
  expect(installationState({ ...NONE, otherIds }, { domains: ['bar.example'] }).problems).toEqual([]);
});

it('puts the latest problem first', () => {
  const refused = [sighting('bar.example', 4)];
  const kinds = (minute: number) =>
    installationState({ ...NONE, refused, otherIds: [other('cafe.example', minute)] }, SITE).problems.map(
      ({ kind }) => kind,
    );
  expect(kinds(3)).toEqual(['refused', 'other-id']);
  expect(kinds(5)).toEqual(['other-id', 'refused']);
});
