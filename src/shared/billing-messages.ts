// What is said about plans, payment and registering in steps. Each text says what happened, and then what to do.

export const BILLING_MESSAGES = {
  providerUnavailable:
    "The payment provider can't be reached right now. Try again in a minute; nothing is charged twice.",
  providerRefused: "Payment isn't working on this server right now. Try again later, or ask its operator.",
  notCheckedYet:
    "Plans can't be bought yet, because the payment provider hasn't been reached. Try again in a few minutes.",
  paymentNotSetUp: "Plans can't be bought right now: payment isn't set up correctly on this server.",
  nothingForSale: "Plans can't be bought on this server. Ask its operator if you need more sites.",
  alreadySubscribed: 'You already have a plan. Change or cancel it with "Manage plan" in your settings.',
  alreadyGranted: 'You already have this plan or a larger one, free of charge.',
  alreadyFree: 'You can already have that many sites here without paying.',
  noCustomer: "You haven't bought anything yet, so there is nothing to manage.",
  unknownCheckout: "This isn't one of your checkouts",
  webhookUnsigned: 'Sign the message as Stripe does',
  webhookBadSignature: "The signature isn't right, or the message is older than five minutes",
  cardDeclined: 'The card was declined. Try another card.',
} as const;

export const REGISTRATION_MESSAGES = {
  notFound: 'Registration not found',
  // Said also when the limit of its address keeps the email back: then one came within the last hour.
  alreadyPaid: "This address has a registration that's already paid. To continue, open the link that we emailed you",
  elsewhere: 'This address is being registered in another browser. To continue here, open the link that we emailed you',
  linkNotValid: 'This link is no longer valid. Please request a new one',
  checkoutNotYours: "This payment doesn't belong to this registration",
} as const;
