import { entriesFor } from '../../../../server/testing/entries.ts'
import { cpSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { Database } from '../../../../server/src/platform/db/database.ts'
import { quickPasswords } from '../../../../server/testing/quick-passwords.ts'
import { dropDatabase, makeBooks, type Stand } from '../../../../bench/src/stand/stand.ts'
import type { LenderFacts } from '../doors/lender.ts'
import { OperatorDoor } from '../doors/operator.ts'
import { dayOf, laterBy } from '../../model/days.ts'
import { environmentOf, type Place } from '../system/settings.ts'
import { System } from '../system/system.ts'
import { password, prepareRules, prepareStaff, register } from './people.ts'

const database = 'prove_template'

/** A database with the schema and the lenders of all islands, and its key files. Each run starts from a copy. */
export class Template {
  readonly stand: Stand
  /** The lenders of each island. */
  readonly lenders: readonly (readonly LenderFacts[])[]
  readonly #folder: string

  private constructor(stand: Stand, folder: string, lenders: LenderFacts[][]) {
    this.stand = stand
    this.#folder = folder
    this.lenders = lenders
  }

  static async make(stand: Stand, islands: number, lendersOfIsland = 4): Promise<Template> {
    const books = await makeBooks(stand, database)
    const folder = path.join(stand.folder, database)
    const ports = { port: 1, sandboxPort: 1, smtpPort: 1, workerMetricsPort: 1, second: null }
    const own = { folder, databaseUrl: stand.url(database), ...ports }
    const operator = new OperatorDoor(new System(own, await environmentOf(own)))
    try {
      await prepareRules(operator)
      await prepareStaff(operator, islands)
      // The first closed day is the operator's choice; the worker closes those that follow.
      await operator.must(['days', 'close', laterBy(dayOf(Date.now()), -1)])
      const lenders: LenderFacts[][] = []
      for (let island = 0; island < islands; island += 1) {
        const places = Array.from({ length: lendersOfIsland }, (_, n) => island * 100 + n)
        lenders.push(await Promise.all(places.map((place) => register(operator, place))))
      }
      // A cheaper password hash: hashing is not tested here, and its real cost would dominate that of a withdrawal.
      await books.db.query({
        text: `with changed as (update lender set password_hash = $1 returning id as lender_id)
               ${entriesFor('resetPassword', 'changed')}`,
        values: [await quickPasswords.hash(password)],
      })
      return new Template(stand, folder, lenders)
    } finally {
      operator.close()
      await books.db.close()
    }
  }

  /** Copies the database and its folder under this name. */
  async copy(
    name: string,
  ): Promise<Pick<Place, 'folder' | 'databaseUrl'> & { drop: () => Promise<unknown> }> {
    const copy = name.replaceAll(/\W/g, '_')
    const server = new Database({ url: this.stand.url('postgres'), size: 1 })
    try {
      await server.query({ text: `create database ${copy} template ${database}` })
    } finally {
      await server.close()
    }
    const folder = path.join(this.stand.folder, name)
    mkdirSync(folder, { recursive: true })
    cpSync(this.#folder, folder, { recursive: true })
    return { folder, databaseUrl: this.stand.url(copy), drop: () => dropDatabase(this.stand, copy) }
  }
}
