import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FundingRequest } from '../../../../bench/src/load/plan.ts'
import { type FundingSeed, prepareRequests, seedFundings } from '../../../../bench/src/seed/fundings.ts'
import { contextOf } from '../../../../bench/src/stand/stand.ts'
import type { Context } from '../../../../server/src/context.ts'
import { ownerUrl } from '../provision.ts'
import type { ClusterState } from '../state.ts'
import type { TimedAcknowledgement } from './load.ts'
import type { Verdict } from './verdict.ts'

export class Fixture {
  readonly context: Context
  readonly seed: FundingSeed
  readonly #folder: string
  #left: FundingRequest[] = []

  private constructor(context: Context, seed: FundingSeed, folder: string) {
    this.context = context
    this.seed = seed
    this.#folder = folder
  }

  static async open(state: ClusterState): Promise<Fixture> {
    const context = await patiently(() => contextOf(ownerUrl(state)))
    const file = path.join(state.folder, 'seed.json')
    const seed = existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as FundingSeed)
      : await seedFundings(context, 400, 400)
    // A new primary lacks the change counters of the old one, so autovacuum may come late; this updates the statistics
    // now.
    await patiently(() => context.db.query({ text: 'analyze' }))
    const fixture = new Fixture(context, seed, state.folder)
    fixture.#keep()
    return fixture
  }

  /** The log of acknowledgements, outside the database. */
  get log(): string {
    return logIn(this.#folder)
  }

  /** All acknowledgements since the cluster was brought up. */
  acknowledgements(): TimedAcknowledgement[] {
    return acknowledgementsIn(this.#folder)
  }

  /** Requests that no client has sent yet, at least so many; what is left of an earlier round is used first. */
  async prepare(count: number): Promise<FundingRequest[]> {
    const left = this.#left
    this.#left = []
    if (left.length >= count) return left
    const requests = await patiently(() =>
      prepareRequests(this.context, this.seed, 'spread', count - left.length),
    )
    await patiently(() =>
      this.context.db.query({ text: 'analyze agreement, agreement_opening, funding, hold, account' }),
    )
    this.#keep()
    return [...left, ...requests]
  }

  /** Keeps requests that a round did not need for the next one. */
  keep(requests: readonly FundingRequest[]): void {
    this.#left = [...requests]
  }

  /** What a verdict about everything adds to the last one about this cluster. */
  sinceLast({ lost, doubled }: Pick<Verdict, 'lost' | 'doubled'>): { lost: number; doubled: number } {
    const file = path.join(this.#folder, 'verdict.json')
    const last = existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as { lost: number; doubled: number })
      : { lost: 0, doubled: 0 }
    writeFileSync(file, JSON.stringify({ lost, doubled }))
    return { lost: Math.max(0, lost - last.lost), doubled: Math.max(0, doubled - last.doubled) }
  }

  close(): Promise<void> {
    return this.context.db.close()
  }

  #keep(): void {
    writeFileSync(path.join(this.#folder, 'seed.json'), JSON.stringify(this.seed), { mode: 0o600 })
  }
}

const logIn = (folder: string): string => path.join(folder, 'acknowledgements.jsonl')

/** All acknowledgements since the cluster in this folder was brought up. */
export function acknowledgementsIn(folder: string): TimedAcknowledgement[] {
  const log = logIn(folder)
  if (!existsSync(log)) return []
  const lines = readFileSync(log, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as TimedAcknowledgement)
}

/** Runs repeatable work, and repeats it when a failover of the cluster ends its connection. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries === 5) throw error
      await sleep(2_000)
    }
  }
}
