// The real clock and the real ids.
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Clock, Ids } from '../domain/ports.ts';

export const systemClock: Clock = { now: () => Date.now() };

/**
 * UUIDv7 ids (RFC 9562): 48 bits of milliseconds, then a counter that keeps ids from the same millisecond in order
 * (method 1 of section 6.2), then random bits.
 */
export function makeIds(clock: Clock): Ids {
  let lastTime = 0;
  let counter = 0;
  return {
    next() {
      const now = clock.now();
      // Random from its first digit on, but for a version in its middle. Node keeps random bytes for many of these in advance:
      // asking the system for ten takes it longer than all the rest.
      const random = randomUUID();
      if (now > lastTime) {
        lastTime = now;
        counter = Number.parseInt(random.slice(0, 3), 16) & 0x7ff;
      } else if (++counter > 0xfff) {
        lastTime += 1;
        counter = 0;
      }
      const time = lastTime.toString(16).padStart(12, '0');
      const middle = (0x7000 | counter).toString(16);
      return `${time.slice(0, 8)}-${time.slice(8)}-${middle}${random.slice(18)}`;
    },
    digits: (count) => Array.from({ length: count }, () => randomInt(10)).join(''),
    secret: (bytes = 32) => randomBytes(bytes).toString('base64url'),
  };
}
