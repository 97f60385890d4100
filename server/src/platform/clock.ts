/**
 * The process's own clock: for time-outs, log lines and measuring. What decides about money or expiry goes by
 * the database's time (`app_now()`), not by this.
 */
export type Clock = { now(): Date; sleep(milliseconds: number): Promise<void> }

export const systemClock: Clock = {
  now: () => new Date(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}
