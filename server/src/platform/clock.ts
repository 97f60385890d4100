/**
 * The process's clock, for timeouts, log lines and measurements. Money and expiry use the database's time
 * (`app_now()`).
 */
export type Clock = { now(): Date; sleep(milliseconds: number): Promise<void> }

export const systemClock: Clock = {
  now: () => new Date(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}
