import { parseArgs } from 'node:util'

/** The parts of the bench, named by the letters of docs/bench.md. */
export const parts = ['a', 'b', 'c', 'd'] as const
export type Part = (typeof parts)[number]

export type BenchOptions = {
  quick: boolean
  only: ReadonlySet<Part>
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
  /** Path of pgledger's `pgledger.sql`, inside its checkout. */
  pgledger: string | null
  /** The suffix of the names of the result files. */
  name: string
}

export const usage = `npm run bench -w bench [-- options]
  --quick            a smoke run of under a minute; its figures mean nothing
  --only a,b,c,d     a fundings over HTTP, b ledger transfers, c CPU of a funding (comes with a), d with 1 ms on each fsync
  --rounds N         interleaved rounds (5)
  --seconds N        seconds of each measured load (8)
  --pgledger PATH    pgledger.sql inside a checkout of pgr0ss/pgledger
  --name TEXT        ends the name of the result files`

/** @throws with a sentence where an option is invalid. */
export function readOptions(args: string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      pgledger: { type: 'string' },
      name: { type: 'string' },
    },
  })
  const { quick } = values
  return {
    quick,
    only: readParts(values.only),
    rounds: positive('rounds', values.rounds) ?? (quick ? 1 : 5),
    seconds: positive('seconds', values.seconds) ?? (quick ? 1 : 8),
    warmUpSeconds: quick ? 1 : 3,
    pgbenchSeconds: quick ? 1 : 6,
    pgbenchScale: quick ? 5 : 50,
    lenders: quick ? 2_000 : 10_000,
    loans: quick ? 2_000 : 10_000,
    clients: 64,
    pgledger: values.pgledger ?? null,
    name: values.name ?? (quick ? 'quick' : 'bench'),
  }
}

function readParts(text: string | undefined): ReadonlySet<Part> {
  if (text === undefined) return new Set(parts)
  const asked = text.split(',').map((part) => parts.find((known) => known === part.trim()))
  if (asked.includes(undefined)) throw new Error(`--only takes some of ${parts.join(',')}, not "${text}"`)
  return new Set(asked.filter((part) => part !== undefined))
}

export function positive(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (!Number.isFinite(value) || value <= 0)
    throw new Error(`--${name} takes a number above zero, not "${text}"`)
  return value
}

/**
 * Reads the options of a bench that runs short loads in turn; all of them have defaults.
 * @throws Error if one is not a number above zero
 */
export function readTurns(values: Record<'lenders' | 'requests' | 'turns' | 'clients', string>) {
  const read = (name: keyof typeof values) => positive(name, values[name]) ?? 0
  const turns = read('turns')
  const options = { lenders: read('lenders'), clients: read('clients'), requests: read('requests') }
  // One more load than turns, because the first is a warm-up.
  return { turns, options: { ...options, loads: turns + 1 } }
}
