import type { EndpointAnswer } from '@pematang/contract/endpoint'
import { statementNumber } from '@pematang/contract/format/reference-number'
import type { listPartnerStatements } from '@pematang/contract/partner/endpoints'
import type { Queryable } from '../../platform/db/database.ts'
import { findStatements } from '../statements/index.ts'

/** More months than a lender has. */
const all = { page: 1, limit: 1_200 }

/** The figures of the issued statements of a lender, of a year or of all. */
export async function showStatements(
  db: Queryable,
  lenderId: number,
  year: string | undefined,
): Promise<EndpointAnswer<typeof listPartnerStatements>> {
  const { statements } = await findStatements(db, { ...all, lenderId, year: year ? Number(year) : null })
  return {
    list: statements.map(({ id, from, to, issuedAt, figures }) => ({
      number: statementNumber(id),
      from,
      to,
      issuedAt: issuedAt.toISOString(),
      figures,
    })),
  }
}
