/** Milliseconds that an answer may be on its way, or wait for the script that reads it, without being a wrong clock. */
const tolerance = 30_000

/** Milliseconds by which the server's clock is ahead of this device's. */
let ahead = 0

/** Learns the server's time from an answer, whose header Date tells it. */
export function learnServerTime(headers: Headers, now = Date.now()): void {
  const difference = Date.parse(headers.get('date') ?? '') - now
  if (!Number.isNaN(difference)) ahead = Math.abs(difference) > tolerance ? difference : 0
}

/** The server's time when this device's clock showed that, in milliseconds since 1970. */
export const serverTimeAt = (shown: number): number => shown + ahead

/** The server's time: the clock of a device may be hours off. */
export const serverNow = (): number => serverTimeAt(Date.now())
