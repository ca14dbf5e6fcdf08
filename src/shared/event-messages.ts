// What callers and owners are told about sources and their events.
export const EVENT_MESSAGES = {
  sourceNotFound: 'Source not found',
  hookUnsigned: 'The signature is missing, wrong or too old',
  hookFlooded: 'Too many wrongly signed deliveries. Please try again in a minute',
  eventNotFound: 'Event not found',
  lastApiSource: 'Each site keeps one source for the API',
  tooManySources: 'A site can have at most 20 sources. Delete one first',
  happensLater: 'Must not lie in the future',
  notOnDomains: "Must be on one of the site's domains, or on a host that the source allows",
  textMissing: 'Required for events of this kind',
  noSecretHere: 'Sources of this kind have no secret',
  standardSecret: 'Enter whsec_ followed by base64, or leave it out to get one',
  fromEvent: 'Comes from an event. Change its source, or delete the notification to hide the event',
  noCopyOfEvent: "Comes from an event, and can't be duplicated: a copy would stay when the event is taken back",
} as const;
