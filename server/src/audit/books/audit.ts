import { type AnchorReport, compareAnchors } from '../../platform/audit/anchor.ts'
import { type ChainReport, followChain } from '../../platform/audit/chain.ts'
import type { AuditKeys } from '../../platform/audit/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { approvalInvariants } from './approval-invariants.ts'
import { autoFundingInvariants } from './auto-funding-invariants.ts'
import { bankInvariants } from './bank-invariants.ts'
import { bulkInvariants } from './bulk-invariants.ts'
import { changeInvariants } from './change-invariants.ts'
import { companyInvariants } from './company-invariants.ts'
import { clearingInvariants } from './clearing-invariants.ts'
import { correctionInvariants } from './correction-invariants.ts'
import { disbursementInvariants } from './disbursement-invariants.ts'
import { documentInvariants } from './document-invariants.ts'
import { estateInvariants } from './estate-invariants.ts'
import { fundingInvariants } from './funding-invariants.ts'
import { holdingInvariants } from './holding-invariants.ts'
import { guardInvariants } from './guard-invariants.ts'
import type { Invariant } from './invariant.ts'
import { ledgerInvariants } from './ledger-invariants.ts'
import { listingInvariants } from './listing-invariants.ts'
import { mandateInvariants } from './mandate-invariants.ts'
import { offerInvariants } from './offer-invariants.ts'
import { productInvariants } from './product-invariants.ts'
import { qualityInvariants } from './quality-invariants.ts'
import { readsInvariants } from './reads-invariants.ts'
import { reportInvariants } from './report-invariants.ts'
import { selectionInvariants } from './selection-invariants.ts'
import { servicingInvariants } from './servicing-invariants.ts'
import { taxInvariants } from './tax-invariants.ts'
import { termsInvariants } from './terms-invariants.ts'
import { voteInvariants } from './vote-invariants.ts'
import { waitingInvariants } from './waiting-invariants.ts'
import { withdrawalInvariants } from './withdrawal-invariants.ts'
import { limitInvariants } from './limit-invariants.ts'
import { statementInvariants } from './statement-invariants.ts'
import { overOneSnapshot } from './snapshot.ts'

/** A row that violates an invariant, with the id and the text of the invariant. */
export type Breach = { invariant: string; holds: string; row: Record<string, unknown> }

export const invariants: readonly Invariant[] = [
  ...ledgerInvariants,
  ...fundingInvariants,
  ...servicingInvariants,
  ...termsInvariants,
  ...qualityInvariants,
  ...productInvariants,
  ...listingInvariants,
  ...offerInvariants,
  ...bankInvariants,
  ...readsInvariants,
  ...withdrawalInvariants,
  ...estateInvariants,
  ...holdingInvariants,
  ...disbursementInvariants,
  ...bulkInvariants,
  ...selectionInvariants,
  ...mandateInvariants,
  ...reportInvariants,
  ...autoFundingInvariants,
  ...guardInvariants,
  ...correctionInvariants,
  ...clearingInvariants,
  ...taxInvariants,
  ...waitingInvariants,
  ...limitInvariants,
  ...statementInvariants,
  ...documentInvariants,
  ...changeInvariants,
  ...approvalInvariants,
  ...companyInvariants,
  ...voteInvariants,
]

/** The ids of all invariants over tables. */
export const invariantIds: readonly string[] = [...new Set(invariants.map(({ id }) => id))]

/** Inputs of the audit that are kept outside the database. */
export type AuditEvidence = {
  /** The keys of the audit trail; without them only the seals that need no key are checked. */
  keys?: AuditKeys | null
  /** Lines of a file with signed heads of the audit trail. */
  anchors?: readonly string[] | undefined
}

export type Inspection = {
  /** At most 20 rows for each broken invariant; an empty list when the books are sound. */
  breaches: Breach[]
  chain: ChainReport
  /** Null when there was no anchor file to compare with. */
  anchors: AnchorReport | null
}

/**
 * Audits the books: every invariant over one snapshot of the database, so that it can run under load; the hash chain of
 * the audit trail with its keys; and the signed heads that are stored outside the database.
 */
export async function inspectBooks(
  db: Database,
  { keys = null, anchors: lines }: AuditEvidence = {},
): Promise<Inspection> {
  return overOneSnapshot(db, async (client) => {
    const breaches: Breach[] = []
    for (const { id, holds, sql } of invariants) {
      // A named statement, so that a connection that audits again does not plan it again: planning takes most of a
      // small audit. Materialized, because the planner expects many breaches and would read tables in index order to
      // find the first 20, while sound tables are read completely.
      const { rows } = await client.query<Record<string, unknown>>({
        name: `audit.books.${id}`,
        text: `with breach as materialized (${sql}) select * from breach limit 20`,
      })
      breaches.push(...rows.map((row) => ({ invariant: id, holds, row })))
    }
    const chain = await followChain(client, keys)
    const anchors = lines === undefined ? null : await compareAnchors(client, lines, keys)
    breaches.push(...chain.breaches, ...(anchors?.breaches ?? []))
    return { breaches, chain, anchors }
  })
}
