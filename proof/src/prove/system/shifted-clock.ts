// Loaded into a process before anything else (node --import): its clock runs PROVE_CLOCK_AHEAD_MS milliseconds ahead,
// like that of the database (`alter database … set app.time_shift`). Timers are not affected.

const aheadMs = Number(process.env.PROVE_CLOCK_AHEAD_MS ?? 0)
if (aheadMs !== 0) {
  const Real = Date
  const now = (): number => Real.now() + aheadMs
  globalThis.Date = new Proxy(Real, {
    construct: (target, given: unknown[], as: typeof Date) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, as) as Date,
    apply: () => new Real(now()).toString(),
    get: (target, name, receiver): unknown => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  })
}
