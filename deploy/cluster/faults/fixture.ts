import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FundingRequest } from '../../../bench/src/load/plan.ts'
import { type FundingSeed, prepareRequests, seedFundings } from '../../../bench/src/seed/fundings.ts'
import { contextOf } from '../../../bench/src/stand/stand.ts'
import type { Context } from '../../../server/src/context.ts'
import { ownerUrl } from '../provision.ts'
import type { ClusterState } from '../state.ts'
import type { Acknowledgement } from './load.ts'

/** Lenders with cash and sessions, and loans to fund; stored with the cluster for further runs. */
export class Fixture {
  readonly context: Context
  readonly seed: FundingSeed
  readonly #folder: string

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
    return path.join(this.#folder, 'acknowledgements.jsonl')
  }

  /** All acknowledgements since the cluster was brought up. */
  acknowledgements(): Acknowledgement[] {
    if (!existsSync(this.log)) return []
    const lines = readFileSync(this.log, 'utf8').split('\n').filter(Boolean)
    return lines.map((line) => JSON.parse(line) as Acknowledgement)
  }

  async prepare(count: number): Promise<FundingRequest[]> {
    const requests = await patiently(() => prepareRequests(this.context, this.seed, 'spread', count))
    await patiently(() =>
      this.context.db.query({ text: 'analyze agreement, agreement_opening, funding, hold, account' }),
    )
    this.#keep()
    return requests
  }

  close(): Promise<void> {
    return this.context.db.close()
  }

  #keep(): void {
    writeFileSync(path.join(this.#folder, 'seed.json'), JSON.stringify(this.seed), { mode: 0o600 })
  }
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
