// The specification's texts about accounts (5: sign-up, login; 8: auth errors, toasts), to the letter: changing one in
// messages.ts fails here.
import { expect, it } from 'vitest';
import { AUTH_ERRORS, MESSAGES, TOASTS, VERIFICATION } from '#shared/messages.ts';

it('each text is the specification’s, to the letter [spec 8.auth-errors.* 8.verification.2 8.verification.4 8.verification.6 8.verification.7]', () => {
  expect([MESSAGES.emailTaken, MESSAGES.emailInvalid, MESSAGES.passwordWeak]).toEqual([
    'This email is already registered',
    'Please provide a valid email address',
    'Password should be at least 6 characters',
  ]);
  expect([MESSAGES.userNotFound, MESSAGES.wrongPassword, MESSAGES.tooManyRequests, MESSAGES.validation]).toEqual([
    'No account found with this email address',
    'Incorrect password. Please try again',
    'Too many failed attempts. Please try again later',
    'Please correct the following:',
  ]);
  expect([MESSAGES.csrfInvalid, MESSAGES.csrfRequired]).toEqual(['Invalid CSRF token', 'CSRF token required']);
  expect(AUTH_ERRORS).toEqual({
    'token-expired': 'Your session has expired. Please sign in again.',
    'backend-unavailable': 'Our servers are currently unavailable. Please try again later.',
    'invalid-token': 'Invalid credentials. Please check your email and password.',
    'network-error': 'Network connection issue. Please check your internet connection and try again.',
    'verification-required': 'Please verify your email address before continuing.',
    'backend-error': "We're experiencing technical difficulties. Please try again later.",
    'registration-required': 'Please complete your registration before continuing.',
    'unknown-error': 'An unexpected error occurred. Please try again.',
    'auth-error': 'Authentication error. Please try signing in again.',
  });
  expect(VERIFICATION).toEqual({
    network: 'There seems to be a network connection issue. Please check your internet connection.',
    checkNetwork: 'Network error while checking verification. Please verify your internet connection.',
    tooMany: "Too many verification attempts. If you've already clicked the verification link, please try again later.",
  });
  expect([TOASTS.pleaseWait, TOASTS.verificationSendFailed, TOASTS.emailVerified]).toEqual([
    { title: 'Please wait', description: 'You can resend the verification email after 1 minute' },
    { title: 'Error', description: 'Failed to send verification email. Please try again.' },
    {
      title: 'Email verified!',
      description: 'Your email has been verified. You can now access all features.',
    },
  ]);
  expect(TOASTS.verificationSent('a@b.example').description).toBe(
    "We've sent a verification link to a@b.example. Please check your inbox.",
  );
  expect([TOASTS.verificationNetworkError, TOASTS.verificationCheckFailed]).toEqual([
    {
      title: 'Network error',
      description: 'Could not connect to authentication servers. Please check your internet connection.',
    },
    { title: 'Error', description: 'Failed to check verification status. Please try again.' },
  ]);
  const titles = [TOASTS.loginSuccessful, TOASTS.loginFailed, TOASTS.accountCreated, TOASTS.registrationFailed];
  expect(titles.map(({ title }) => title)).toEqual([
    'Login successful',
    'Login failed',
    'Account created',
    'Registration failed',
  ]);
  const others = [TOASTS.loggedOut, TOASTS.profileUpdated, TOASTS.updateFailed, TOASTS.resetLinkSent];
  expect(others.map(({ title }) => title)).toEqual([
    'Logged out',
    'Profile updated',
    'Update failed',
    'Reset link sent',
  ]);
  expect([TOASTS.passwordResetFailed.title, TOASTS.networkError.title, TOASTS.authenticationError.title]).toEqual([
    'Password reset failed',
    'Network Error',
    'Authentication Error',
  ]);
});
