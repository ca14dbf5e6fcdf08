// What stands in place of a person whom somebody else erased, in files and shops' orders. Pure.

/** WordPress's, in every language: https://developer.wordpress.org/reference/functions/wp_privacy_anonymize_data. */
export const isErasedEmail = (email: string): boolean => email.trim().toLowerCase() === 'deleted@site.invalid';

/** '[deleted]' of WordPress, '[gelöscht]' there, '[redacted]' of Stripe: nobody's name, and no place, is in brackets. */
export const isErasedText = (text: string): boolean => /^\s*\[.*\]\s*$/s.test(text);
