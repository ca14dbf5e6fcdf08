import { expect, test } from 'vitest';
import { profileError } from './profile-error.tsx';

test('lists the field errors of a rejected profile under their title', () => {
  const fields = [
    { field: 'displayName', message: 'At most 80 characters' },
    { field: 'photoURL', message: 'Must start with https:// or http://' },
  ];
  expect(profileError({ status: 400, fields, message: 'whatever' })).toEqual({
    title: 'Please correct the following:',
    messages: ['At most 80 characters', 'Must start with https:// or http://'],
  });
});

test("without field errors, shows the server's message [spec 5.profile.1]", () => {
  expect(profileError({ status: 400, fields: [], message: 'No' })).toEqual({ title: 'No', messages: [] });
  expect(profileError({ status: 503, fields: [{ field: 'a', message: 'b' }], message: 'Later' }).title).toBe('Later');
});
