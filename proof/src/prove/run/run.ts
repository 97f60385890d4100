import { closeSync, openSync, writeSync } from 'node:fs'
import path from 'node:path'
import { Database } from '../../../../server/src/platform/db/database.ts'
import { freePort } from '../../../../server/testing/free-port.ts'
import { BankDoor } from '../doors/bank.ts'
import { LenderDoor } from '../doors/lender.ts'
import { OperatorDoor } from '../doors/operator.ts'
import { newLender } from '../../model/cash.ts'
import { dayOf } from '../../model/days.ts'
import { takeEnded } from '../../model/ended.ts'
import { bankLinesFile, environmentOf } from '../system/settings.ts'
import { System } from '../system/system.ts'
import { closeDays } from './closed-days.ts'
import { checkWaiting, compareAll, compareIsland } from './compare.ts'
import { Island, type Scenario } from './island.ts'
import { Breach } from './operation.ts'
import { BankLines } from './bank-lines.ts'
import { Retired } from './retired.ts'
import { peopleOf } from './people.ts'
import { kinds, rowsOf } from './rows.ts'
import { Closings } from './statements.ts'
import type { Template } from './template.ts'

export class Run {
  readonly islands: Island[]
  readonly scenario: Scenario
  readonly postmaster: number
  readonly #drop: () => Promise<unknown>
  readonly #log: number
  readonly #retired: Retired
  readonly #closings = new Closings()
  #db: Database

  private constructor(system: System, template: Template, drop: () => Promise<unknown>) {
    this.#drop = drop
    this.postmaster = template.stand.postmaster
    this.#db = this.#connect(system)
    this.#log = openSync(path.join(system.place.folder, 'acknowledged.jsonl'), 'a')
    this.#retired = new Retired(path.join(system.place.folder, 'retired.jsonl'))
    this.scenario = {
      system,
      bank: new BankDoor(system),
      operator: new OperatorDoor(system),
      bankLines: new BankLines(() => system.now()),
      db: () => this.#db,
      acknowledge: (entry) => writeSync(this.#log, `${JSON.stringify(entry)}\n`),
    }
    this.islands = template.lenders.map((lenders, index) => {
      const island = new Island(index, this.scenario)
      for (const [name, rights] of peopleOf(index)) island.books.secondPair.people.set(name, rights)
      for (const facts of lenders) {
        island.lenders.set(facts.name, new LenderDoor(system, facts))
        island.books.lenders.set(facts.name, newLender(facts))
      }
      return island
    })
  }

  /** @param sabotage the name of the rule that is switched off */
  static async open(
    template: Template,
    name: string,
    { sabotage = null, servers = 1 }: { sabotage?: string | null; servers?: number } = {},
  ): Promise<Run> {
    const { drop, ...copy } = await template.copy(name)
    const free = await Promise.all(Array.from({ length: 6 }, () => freePort()))
    const [port = 0, sandboxPort = 0, smtpPort = 0, workerMetricsPort = 0, ...others] = free
    const second = servers > 1 ? { port: others[0] ?? 0, workerMetricsPort: others[1] ?? 0 } : null
    const place = { ...copy, port, sandboxPort, smtpPort, workerMetricsPort, second }
    const run = new Run(new System(place, await environmentOf(place), sabotage), template, drop)
    try {
      await run.scenario.system.start()
      await run.#logIn()
    } catch (error) {
      await run.close()
      throw error
    }
    return run
  }

  /**
   * Waits until nothing is in progress.
   * @throws Breach
   */
  async untilAllEnded(): Promise<void> {
    await Promise.all(this.islands.map((island) => island.untilAllEnded()))
  }

  /**
   * Compares everything with the model, while nothing is in progress.
   * @throws Breach
   */
  async compare(): Promise<void> {
    await compareAll(this.scenario, this.islands, this.#retired)
    for (const island of this.islands)
      for (const lender of island.lenders.keys()) await this.#closings.compare(island, lender)
  }

  /**
   * Waits until nothing of one island is in progress, and compares its books with the model. What waits must have a job.
   * @throws Breach
   */
  async check(island: Island): Promise<void> {
    await checkWaiting(island)
    await island.untilAllEnded()
    await compareIsland(island)
  }

  /**
   * Waits until nothing is in progress, and compares everything with the model.
   * @throws Breach
   */
  async stop(): Promise<void> {
    await this.untilAllEnded()
    await this.compare()
  }

  /**
   * Audits the books as an operator does.
   * @throws Breach
   */
  async audit(): Promise<void> {
    // Reminders of open taxes, fees and suspense are expected, because nobody settles them in a run.
    const { data, said } = await this.scenario.operator.run(['books', 'audit'])
    const all = data['breaches']
    if (!Array.isArray(all)) throw new Breach('the books could not be audited', said)
    const breaches = all.filter((one: { invariant: string }) => one.invariant !== 'I33e')
    if (breaches.length > 0) throw new Breach('the audit of the books found breaches', breaches.slice(0, 3))
  }

  /**
   * Advances the clock by at least an hour, so that open signatures expire. Everything was compared at the stop before,
   * so what has ended is forgotten.
   */
  async jump(ms: number): Promise<void> {
    for (const { books, loanIds } of this.islands) {
      const ended = takeEnded(books)
      for (const kind of kinds) this.#retired.add(kind, rowsOf[kind](ended))
      for (const number of ended.loans.keys()) loanIds.delete(number)
      for (const lender of books.lenders.values()) lender.notices = {}
    }
    await this.#db.close()
    this.scenario.operator.close()
    const { system, bankLines } = this.scenario
    const from = dayOf(system.now())
    this.#closings.note(this.islands, system.now(), system.now() + ms)
    bankLines.handOver(bankLinesFile(system.place.folder))
    await system.jump(ms)
    this.#db = this.#connect(this.scenario.system)
    await this.#logIn()
    await closeDays(this.scenario, this.islands, { from, today: dayOf(system.now()) })
    for (const island of this.islands) island.afterJump()
  }

  async close(): Promise<void> {
    this.scenario.system.isClosed = true
    this.scenario.operator.end()
    await this.scenario.system.stop()
    await this.#db.close()
    closeSync(this.#log)
    this.#retired.close()
    await this.#drop()
  }

  #connect({ place }: System): Database {
    return new Database({ url: place.databaseUrl, size: 8 })
  }

  async #logIn(): Promise<void> {
    for (const { lenders } of this.islands)
      await Promise.all([...lenders.values()].map((door) => door.logIn()))
  }
}
