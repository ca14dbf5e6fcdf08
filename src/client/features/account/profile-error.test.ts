import { type ComponentProps, createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ProfileError } from './profile-error.tsx';

/** @returns the texts that stand there, in order. */
const shown = (failure: ComponentProps<typeof ProfileError>['failure']) =>
  renderToString(createElement(ProfileError, { failure }))
    .split(/<[^>]*>/)
    .filter(Boolean);

test('lists the field errors of a rejected profile under their title', () => {
  const fields = [
    { field: 'displayName', message: 'At most 80 characters' },
    { field: 'photoURL', message: 'Must start with https:// or http://' },
  ];
  expect(shown({ status: 400, fields, message: 'whatever' })).toEqual([
    'Please correct the following:',
    'At most 80 characters',
    'Must start with https:// or http://',
  ]);
});

test("without field errors, shows the server's message [spec 5.profile.1]", () => {
  expect(shown({ status: 400, fields: [], message: 'No' })).toEqual(['No']);
  expect(shown({ status: 503, fields: [{ field: 'a', message: 'b' }], message: 'Later' })).toEqual(['Later']);
});
