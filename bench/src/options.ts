import { parseArgs } from 'node:util'

export type BenchOptions = {
  quick: boolean
  rounds: number
  /** Seconds of one measured load; below, of each pgbench run before and after it. */
  seconds: number
  pgbenchSeconds: number
  /** Seconds of the discarded warm-up load before the first round. */
  warmUpSeconds: number
  pgbenchScale: number
  lenders: number
  loans: number
  clients: number
  /** The name under which the result is stored; null stores none. */
  keepAs: string | null
}

export const usage = `npm run bench -w bench [-- options]
  --quick            a smoke run of under a minute; its figures mean nothing
  --rounds N         interleaved rounds (5)
  --seconds N        seconds of each measured load (8)
  --clients N        clients that ask at the same time (64)
  --keep             stores the result`

/** @throws with a sentence where an option is invalid. */
export function readOptions(args: string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      clients: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  })
  const { quick } = values
  return {
    quick,
    rounds: positive('rounds', values.rounds) ?? (quick ? 1 : 5),
    seconds: positive('seconds', values.seconds) ?? (quick ? 1 : 8),
    warmUpSeconds: quick ? 1 : 3,
    pgbenchSeconds: quick ? 1 : 6,
    pgbenchScale: quick ? 5 : 50,
    lenders: quick ? 2_000 : 10_000,
    loans: quick ? 2_000 : 10_000,
    clients: positive('clients', values.clients) ?? 64,
    keepAs: values.keep ? 'fundings' : null,
  }
}

export function positive(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (!Number.isFinite(value) || value <= 0)
    throw new Error(`--${name} takes a number above zero, not "${text}"`)
  return value
}
