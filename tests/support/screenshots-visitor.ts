// What `npm run screenshots` takes for a visitor: each public screen as it opens, and states of some.
import { screens } from '#client/screens.ts';
import { box, button, type State, state } from './screenshots-states.ts';

/** Signed by nobody: the question is asked before the server is. */
const SSO_TOKEN = `e30.${Buffer.from('{"email":"mara@oak-and-iron.example"}').toString('base64url')}.`;

const OF_CONTACT: readonly State[] = [
  state('contact-mistakes', screens.contact.href(), async (page) => {
    await box(page, 'Email').fill('ana@shop');
    await button(page, 'Send message').click();
    await page.getByText('Write your message').waitFor();
  }),
  state(
    'contact-sent',
    screens.contact.href(),
    async (page) => {
      // Answered here, lest the pictures use up what one address may write in an hour.
      await page.route(/contact\.send/, (route) =>
        route.fulfill({ json: [{ result: { data: { json: { received: true } } } }] }),
      );
      await box(page, 'Email').fill('ana@shop.example');
      await box(page, 'Message').fill('Can two shops of one owner share a template?\n\nThank you, Ana');
      await button(page, 'Send message').click();
      await page.getByRole('heading', { name: 'Message sent' }).waitFor();
    },
    (page) => page.unrouteAll(),
  ),
];

export const FOR_VISITOR: readonly State[] = [
  ...Object.entries(screens).flatMap(([name, screen]) =>
    screen.guard === 'public' ? [{ name, path: screen.href() }] : [],
  ),
  { name: 'resetPassword-linked', path: `${screens.resetPassword.href()}#reset=example` },
  state('register-plan', `${screens.register.href()}?plan=growth&cycle=annual`, (page) =>
    page.getByRole('radio', { name: /Growth/ }).waitFor(),
  ),
  { name: 'pricing-annual', path: `${screens.pricing.href()}?cycle=annual` },
  { name: 'ssoLogin-question', path: `${screens.ssoLogin.href()}?token=${SSO_TOKEN}` },
  ...OF_CONTACT,
  { name: 'not-found', path: '/no-such-page' },
];
