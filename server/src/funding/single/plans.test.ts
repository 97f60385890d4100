import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { performBatch } from '../../platform/commands/perform-batch.ts'
import { Database, many } from '../../platform/db/database.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { insertOpenLoans } from '../../../testing/open-loans.ts'
import { aLender, aLoan, anAgreement } from '../../../testing/people.ts'
import { fundLoan } from './fund-loan.ts'

let fixture: Fixture
/** A pool of one connection, which keeps its cached plans. */
let db: Database
let owner: Database
beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'it counts what the database reads' })
  db = new Database({ ...fixture.context.db.options, size: 1 })
  owner = new Database({ url: fixture.databaseUrl, size: 1 })
})
afterAll(async () => {
  await db.close()
  await owner.close()
  await fixture.close()
})

async function scanned(): Promise<Map<string, number>> {
  for (const one of [owner, db]) await one.query({ text: 'select pg_stat_force_next_flush()' })
  const rows = await many<{ name: string; rows: number }>(
    owner,
    'test.scanned',
    'select relname as name, seq_tup_read as rows from pg_stat_user_tables',
  )
  return new Map(rows.map(({ name, rows: read }) => [name, read]))
}

test('a funding finds loans, cash and agreements by index, even with query plans made while the tables were small', async () => {
  const { context } = fixture
  const { lenderId } = await aLender(context, { cash: 30_000_000 })
  /**
   * Funds two loans in one batch.
   * @returns the rows that sequential scans read
   */
  const rowsScanned = async () => {
    const calls = []
    for (const loan of [await aLoan(context), await aLoan(context)]) {
      await anAgreement(context, { lenderId, loanNumber: loan.loanNumber, amount: 1_000_000 })
      const actor = { kind: 'lender', lenderId } as const
      calls.push({ actor, input: { ...loan, amount: 1_000_000 }, key: randomUUID() })
    }
    const before = await scanned()
    for (const outcome of await performBatch({ ...context, db }, fundLoan, calls))
      expect(outcome).toHaveProperty('answer')
    return [...(await scanned())].map(([name, rows]) => [name, rows - (before.get(name) ?? 0)] as const)
  }
  await rowsScanned()
  await owner.query({ text: 'analyze' })
  // After five executions PostgreSQL may switch to a generic plan.
  for (let i = 0; i < 7; i += 1) await rowsScanned()
  await insertOpenLoans(owner, { days: 6, types: 3, tenors: 4, loans: 5_000 })
  expect((await rowsScanned()).filter(([, rows]) => rows > 100)).toEqual([])
})
