// What is said about plans and payment. Each text says what happened, and then what to do.

export const BILLING_MESSAGES = {
  providerUnavailable:
    "The payment provider can't be reached right now. Try again in a minute; nothing is charged twice.",
  providerRefused: "Payment isn't working on this server right now. Try again later, or ask whoever runs it.",
  cardDeclined: 'The card was declined. Try another card.',
} as const;
