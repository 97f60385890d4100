import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { findBinaries } from '../../../server/database/binaries.ts'
import { serverUser } from '../../../server/database/server-user.ts'
import { Database } from '../../../server/src/platform/db/database.ts'
import { mountDisk, moveLog } from './disks.ts'
import { FaultyMachine } from './faulty-machine.ts'
import { makePeople, type People } from './people.ts'
import { Product } from './product.ts'
import { type Relay, startRelay } from './relay.ts'

export type Needs = {
  /** Whether the processes run with the library that plays a bad machine. */
  library?: true
  /** Whether the write-ahead log lies on a disk of its own. */
  logDisk?: true
  /** Whether all ways to the sandbox go through a relay. */
  relay?: true
}

const GIB = 2 ** 30

/** One machine with the product, its disks and what can be broken of them. */
export class Stand {
  readonly folder: string
  readonly product: Product
  readonly machine: FaultyMachine
  readonly people: People
  readonly db: Database
  relay: Relay | null = null
  readonly #hasDisks: boolean
  #hasLogDisk = false

  private constructor(
    folder: string,
    {
      product,
      machine,
      people,
      hasDisks,
    }: Pick<Stand, 'product' | 'machine' | 'people'> & { hasDisks: boolean },
  ) {
    this.folder = folder
    this.product = product
    this.machine = machine
    this.people = people
    this.db = new Database({ url: product.ownerUrl, size: 2 })
    this.#hasDisks = hasDisks
  }

  /** Starts the product on a new data folder, with lenders and loans, and stops it again. */
  static async open(
    folder: string,
    { clients, port, hasDisks }: { clients: number; port: number; hasDisks: boolean },
  ): Promise<Stand> {
    rmSync(folder, { recursive: true, force: true })
    const dataDir = path.join(folder, 'data')
    mkdirSync(dataDir, { recursive: true, mode: 0o711 })
    if (hasDisks) await mountDisk(path.join(folder, 'data.image'), dataDir, 20 * GIB)
    const product = new Product({ dataDir, log: path.join(folder, 'start.log'), port })
    const machine = await FaultyMachine.make(path.join(folder, 'machine'))
    machine.programs(findBinaries(serverUser(null), undefined, () => {}).bin)
    await product.start()
    const people = await makePeople(product, clients)
    return new Stand(folder, { product, machine, people, hasDisks })
  }

  /** The log of acknowledgements, outside the database and its disk. */
  get log(): string {
    return path.join(this.folder, 'acknowledgements.jsonl')
  }

  async prepare({ library, logDisk, relay }: Needs): Promise<void> {
    await this.stop()
    if (logDisk && this.#hasDisks && !this.#hasLogDisk) {
      await moveLog(path.join(this.folder, 'log.image'), this.product.cluster, 1 * GIB)
      this.#hasLogDisk = true
    }
    if (relay) this.relay = await startRelay(this.product.sandboxPort)
    this.machine.play({})
    await this.product.start(
      library ? { ...this.machine.variables, PG_BIN_DIR: this.machine.programsFolder } : {},
    )
  }

  async stop(): Promise<void> {
    await this.product.stop()
    await this.relay?.close()
    this.relay = null
  }

  async close(): Promise<void> {
    await this.db.close()
    await this.stop()
  }
}
