import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { Database } from '../../../../server/src/platform/db/database.ts'
import { freePort } from '../../../../server/testing/http.ts'
import { makeBooks, type Stand } from '../../stand/stand.ts'
import { BankDoor } from '../doors/bank.ts'
import { OperatorDoor } from '../doors/operator.ts'
import { System } from '../system/system.ts'
import { compare } from './compare.ts'
import { Island, type Scenario } from './island.ts'
import { Breach } from './operation.ts'
import { prepareTypes, settle } from './people.ts'

const template = 'prove_template'
const lendersOfIsland = 3

/** Creates the database with the schema from which each run starts. */
export async function prepareTemplate(stand: Stand): Promise<void> {
  const context = await makeBooks(stand, template)
  await context.db.close()
}

/** A running system on a database of its own, with its islands. */
export class Run {
  readonly islands: Island[]
  readonly scenario: Scenario
  readonly #stand: Stand
  readonly #name: string
  #db: Database

  private constructor(stand: Stand, name: string, system: System, islands: number) {
    this.#stand = stand
    this.#name = name
    this.#db = this.#connect()
    const log = path.join(system.place.folder, 'acknowledged.jsonl')
    this.scenario = {
      system,
      bank: new BankDoor(system),
      operator: new OperatorDoor(system),
      db: () => this.#db,
      acknowledge: (entry) => appendFileSync(log, `${JSON.stringify(entry)}\n`),
    }
    this.islands = Array.from({ length: islands }, (_, index) => new Island(index, this.scenario))
  }

  static async open(stand: Stand, tree: string, name: string, islands: number): Promise<Run> {
    const database = name.replaceAll(/\W/g, '_')
    await onServer(stand, `create database ${database} template ${template}`)
    const folder = path.join(stand.folder, name)
    mkdirSync(folder, { recursive: true })
    const [port, sandboxPort, smtpPort, workerMetricsPort] = await Promise.all(
      Array.from({ length: 4 }, () => freePort()),
    )
    const ports = { port, sandboxPort, smtpPort, workerMetricsPort } as Record<string, number>
    const place = { folder, databaseUrl: stand.url(database), ...ports } as System['place']
    const run = new Run(stand, database, new System(tree, place), islands)
    try {
      await run.scenario.system.start()
      await prepareTypes(run.scenario.operator)
      for (const island of run.islands) await settle(island, lendersOfIsland)
      await run.#logIn()
    } catch (error) {
      await run.close()
      throw error
    }
    return run
  }

  /** Waits until nothing is in progress and compares everything with the model. @throws Breach */
  async stop(): Promise<void> {
    await Promise.all(this.islands.map((island) => island.untilAllEnded()))
    await compare(this.#db, this.islands)
  }

  /** Audits the books as an operator does. @throws Breach */
  async audit(): Promise<void> {
    // Taxes, fees and suspense wait for an operator, who takes no part in a run.
    const { data, said } = await this.scenario.operator.run(['books', 'audit'])
    const all = data['breaches']
    if (!Array.isArray(all)) throw new Breach('the books could not be audited', said)
    const breaches = all.filter((one: { invariant: string }) => one.invariant !== 'I33e')
    if (breaches.length > 0) throw new Breach('the audit of the books found breaches', breaches.slice(0, 3))
  }

  /** Advances the clock by at least an hour, so that open signatures expire. */
  async jump(ms: number): Promise<void> {
    await this.#db.close()
    this.scenario.operator.close()
    await this.scenario.system.jump(ms)
    this.#db = this.#connect()
    await this.#logIn()
    for (const island of this.islands) island.afterJump()
  }

  async close(): Promise<void> {
    this.scenario.operator.close()
    await this.scenario.system.stop()
    await this.#db.close()
    await onServer(this.#stand, `drop database if exists ${this.#name} with (force)`)
  }

  #connect(): Database {
    return new Database({ url: this.#stand.url(this.#name), size: 8 })
  }

  async #logIn(): Promise<void> {
    for (const { lenders } of this.islands)
      await Promise.all([...lenders.values()].map((door) => door.logIn()))
  }
}

async function onServer(stand: Stand, text: string): Promise<void> {
  const db = new Database({ url: stand.url('postgres'), size: 1 })
  try {
    await db.query({ text })
  } finally {
    await db.close()
  }
}
