// Loaded by node before a program (--import), whose clock it sets by CLOCK_SHIFT milliseconds: a real server then lives on
// another day, and time goes on there as everywhere, but that what it does every minute it does every other second.
const shift = Number(process.env.CLOCK_SHIFT);
if (!Number.isFinite(shift)) throw new Error('CLOCK_SHIFT is not a number of milliseconds');

const RealDate = Date;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [Date.now()] : given, newTarget),
  apply: () => new Date().toString(),
  get: (target, key) => (key === 'now' ? () => RealDate.now() + shift : Reflect.get(target, key)),
});

const MINUTE = 60_000;
const realInterval = globalThis.setInterval;
globalThis.setInterval = Object.assign(
  (work: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) =>
    realInterval(work, ms === MINUTE ? 2_000 : ms, ...given),
  realInterval,
);
