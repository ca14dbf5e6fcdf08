// The contact form's server side: what pages learn of the operator.
import { expect, it } from 'vitest';
import { startApp } from './support/apps.ts';
import { makeClient } from './support/client.ts';

const OPERATOR = {
  OPERATOR_NAME: 'Oak & Iron Ltd',
  OPERATOR_ADDRESS: '1 Mill Lane\nBath BA1 2AB',
  CONTACT_EMAIL: 'hello@oak.example',
};

it.each([
  [
    OPERATOR,
    {
      operator: { name: OPERATOR.OPERATOR_NAME, address: OPERATOR.OPERATOR_ADDRESS },
      contact: { isOpen: true, email: OPERATOR.CONTACT_EMAIL },
    },
  ],
  [{}, { operator: { name: null, address: null }, contact: { isOpen: false, email: null } }],
])('pages learn who runs the installation and whether the form is open: %o', async (environment, expected) => {
  const app = await startApp(environment as Record<string, string>);
  expect((await makeClient(app).procedure('query', 'meta.info')).body).toMatchObject(expected);
});
