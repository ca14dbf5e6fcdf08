// What is said of a measurement: only while there is one, each field that is stored or sent, and how to object.
import { expect, test } from 'vitest';
import { textOf } from './statement-text.ts';
import { inShort, SENT_BY_WIDGET, SENT_WHILE_MEASURED, storageKey, storedByWidget } from './visitor-data.ts';

const fieldsOf = (fields: Record<string, string>) => Object.entries(fields).map(([name, what]) => ({ name, what }));
const textFor = (isMeasured: boolean, domains: string[] = []) => {
  const stored = storedByWidget(false, false, isMeasured);
  const entries = (['visitor', 'payload', ...(isMeasured ? (['epoch'] as const) : [])] as const).map((entry) => ({
    key: storageKey('s', entry),
    fields: fieldsOf(stored[entry]),
    ...{ what: `what ${entry} is`, why: 'because', howLong: 'for long' },
  }));
  const requests = (isMeasured ? SENT_WHILE_MEASURED : SENT_BY_WIDGET).map(({ path, sends, ...rest }) => ({
    ...{ ...rest, url: path, sends: fieldsOf(sends) },
  }));
  const server = { host: 'proofbell.example', database: 'SQLite' as const, operator: null, address: null, email: null };
  const site = { name: 'Oak', domains };
  return textOf(
    { site, server, sources: [], storage: entries, requests, others: { hosts: [], isAnywhere: false }, kept: [] },
    'plain',
  );
};

test('nothing is said of measurements where there is none', () => {
  expect(storedByWidget(true, true, false)).toMatchObject({ epoch: {} });
  expect(textFor(false)).toContain('has two entries');
  expect(textFor(false)).not.toMatch(/measure|epoch|group|object/);
});

test('each field of the entry and of the reports is named, and the visitor reads how to object', () => {
  const { epoch, payload } = storedByWidget(false, false, true);
  expect(Object.keys(epoch)).toEqual(['id', 'arm', 'day', 'goals']);
  expect(payload).toHaveProperty('epoch');
  const { sends } = SENT_WHILE_MEASURED.find(({ path }) => path.endsWith('/events')) ?? { sends: {} };
  expect(Object.keys(sends)).toEqual(expect.arrayContaining(['type', 'epoch', 'arm', 'goal', 'value']));
  const text = textFor(true, ['shop.example']);
  expect(text).toContain('has three entries');
  expect(text).toContain('proofbell:s:epoch');
  expect(text).toContain('Open https://shop.example/#proofbell-object, and you are in no group, for good');
  for (const said of inShort(fieldsOf({ arm: '', goal: '' }))) expect(text).toContain(said);
  expect(textFor(true)).toContain("this site's address, followed by #proofbell-object");
});
