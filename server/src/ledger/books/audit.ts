import { checkChain } from '../../platform/audit/seal.ts'
import type { Database } from '../../platform/db/database.ts'
import { bankInvariants } from './bank-invariants.ts'
import { bulkInvariants } from './bulk-invariants.ts'
import { fundingInvariants } from './funding-invariants.ts'
import type { Invariant } from './invariant.ts'
import { ledgerInvariants } from './ledger-invariants.ts'
import { productInvariants } from './product-invariants.ts'
import { qualityInvariants } from './quality-invariants.ts'
import { readsInvariants } from './reads-invariants.ts'
import { servicingInvariants } from './servicing-invariants.ts'
import { withdrawalInvariants } from './withdrawal-invariants.ts'

/** A row that breaks an invariant. */
export type Breach = { invariant: string; holds: string; row: Record<string, unknown> }

export const invariants: readonly Invariant[] = [
  ...ledgerInvariants,
  ...fundingInvariants,
  ...servicingInvariants,
  ...qualityInvariants,
  ...productInvariants,
  ...bankInvariants,
  ...readsInvariants,
  ...withdrawalInvariants,
  ...bulkInvariants,
]

/**
 * Audits the books: every invariant over one snapshot of the database, so that it can run beside the traffic.
 * @returns at most 20 rows for each invariant that is broken; an empty list when the books are whole.
 */
export async function auditBooks(db: Database): Promise<Breach[]> {
  const client = await db.pool.connect()
  let failure: Error | undefined
  // A connection that is killed between two questions tells so here; the next question fails too.
  client.on('error', ignore)
  try {
    await client.query('begin transaction isolation level repeatable read, read only')
    const breaches: Breach[] = []
    for (const { id, holds, sql } of invariants) {
      const { rows } = await client.query<Record<string, unknown>>(`select * from (${sql}) breach limit 20`)
      breaches.push(...rows.map((row) => ({ invariant: id, holds, row })))
    }
    breaches.push(...(await checkChain(client)))
    await client.query('commit')
    return breaches
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    client.off('error', ignore)
    client.release(failure)
  }
}

function ignore(): void {}
