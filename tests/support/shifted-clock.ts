// Loaded by node before a program (--import), whose clock it sets by CLOCK_SHIFT milliseconds: a real server then lives on
// another day, and time goes on there as everywhere.
const shift = Number(process.env.CLOCK_SHIFT);
if (!Number.isFinite(shift)) throw new Error('CLOCK_SHIFT is not a number of milliseconds');

const RealDate = Date;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [Date.now()] : given, newTarget),
  apply: () => new Date().toString(),
  get: (target, key) => (key === 'now' ? () => RealDate.now() + shift : Reflect.get(target, key)),
});
