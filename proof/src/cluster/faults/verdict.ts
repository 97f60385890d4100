import { auditBooks } from '../../../../server/src/audit/testing.ts'
import type { Context } from '../../../../server/src/context.ts'
import { type Database, many, one } from '../../../../server/src/platform/db/database.ts'
import type { Acknowledgement } from './load.ts'

export type Funded = { docToken: string; lenderId: number; loanId: number; amount: number }

export type Verdict = {
  acknowledged: number
  /** Number of fundings and withdrawals acknowledged to a client, but missing or different in the database. */
  lost: number
  /** Number of requests that had an effect twice. */
  doubled: number
  /** Number of fundings and withdrawals in the database that were acknowledged to no client. */
  unknown: number
  /** Violated invariants of the books, each with an example. */
  breaches: string[]
}

/** Compares the clients' records with the database, which alone cannot show what it has lost. */
export function compare(
  acknowledged: readonly Acknowledgement[],
  funded: readonly Funded[],
): Omit<Verdict, 'breaches'> {
  const byToken = new Map(funded.map((row) => [row.docToken, row]))
  const same = (ours: Funded, theirs: Funded | undefined) =>
    theirs !== undefined && nameOf(ours) === nameOf(theirs)
  const names = new Set<string>()
  let doubled = 0
  for (const row of funded) {
    if (names.has(nameOf(row))) doubled += 1
    names.add(nameOf(row))
  }
  const tokens = new Set(acknowledged.map(({ docToken }) => docToken))
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((row) => !same(row, byToken.get(row.docToken))).length,
    doubled,
    unknown: funded.filter(({ docToken }) => !tokens.has(docToken)).length,
  }
}

/** Identifies a funding: no two requests of the load have the same lender, loan and amount. */
const nameOf = ({ lenderId, loanId, amount }: Funded): string => `${lenderId} ${loanId} ${amount}`

/** All fundings of a database. */
export const fundedIn = (db: Database): Promise<Funded[]> =>
  many<Funded>(
    db,
    'faults.funded',
    `select id as "docToken", lender_id as "lenderId", loan_id as "loanId", amount from funding`,
  )

/**
 * Compares all acknowledgements of a cluster with its database, compares the held money with their sum, and audits the
 * books.
 */
export async function judge(context: Context, acknowledged: readonly Acknowledgement[]): Promise<Verdict> {
  const funded = await fundedIn(context.db)
  const { held } = await one<{ held: number }>(
    context.db,
    'faults.held',
    `select coalesce(sum(held), 0)::bigint as held from account where kind = 'LENDER_CASH'`,
  )
  const breaches = (await auditBooks(context.db)).map((breach) => JSON.stringify(breach).slice(0, 300))
  const owed = funded.reduce((sum, { amount }) => sum + amount, 0)
  if (held !== owed) breaches.push(`held ${held}, but the fundings are ${owed}`)
  return { ...compare(acknowledged, funded), breaches }
}
