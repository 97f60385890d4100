import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Milliseconds that an action or a condition may take. Far more than it takes, because a limit that a busy machine misses
 * says nothing about the product.
 */
export const patience = 45_000

/**
 * Polls until `look` returns a value.
 * @param what named in the error, e.g. 'the funding is settled'
 * @param look returns null or undefined for "not yet"; an exception counts as "not yet" too
 * @throws Error with the last problem after `limitMs`
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | undefined> | T | null | undefined,
  { limitMs = 60_000, pauseMs = 150 } = {},
): Promise<T> {
  const deadline = Date.now() + limitMs
  let problem: unknown = 'it never was'
  while (Date.now() < deadline) {
    try {
      const seen = await look()
      if (seen !== null && seen !== undefined) return seen
    } catch (error) {
      problem = error
    }
    await sleep(pauseMs)
  }
  const last = problem instanceof Error ? problem.message : String(problem)
  throw new Error(`Waited ${limitMs / 1000} s in vain until ${what}: ${last}`, { cause: problem })
}
