import type { EndpointAnswer } from '@pematang/contract/endpoint'
import type { listPartnerDocuments } from '@pematang/contract/partner/endpoints'
import type { Context } from '../../context.ts'
import { downloadDocument } from '../../documents/index.ts'
import type { Origin } from '../../platform/audit/audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { readIdCursor, writeCursor } from '../../platform/http/cursor.ts'
import type { BinaryAnswer } from '../../platform/http/requests.ts'
import { listFundingDocuments } from '../archive/funding-documents.ts'

/** The name of a document, without the folder of its address. */
export const nameOf = (address: string): string => address.slice(address.lastIndexOf('/') + 1)

/**
 * A page of the documents of a lender's fundings, the newest funding first.
 * @throws Refusal CURSOR_UNKNOWN
 */
export async function listDocuments(
  db: Queryable,
  lenderId: number,
  cursor: string | undefined,
): Promise<EndpointAnswer<typeof listPartnerDocuments>> {
  const listName = `documents:${lenderId}`
  const after = cursor === undefined ? undefined : readIdCursor(listName, cursor)
  const { list, next } = await listFundingDocuments(db, lenderId, { after })
  return {
    list: list.map(({ fundingId, loanNumber, amount, fundedAt, ...of }) => ({
      fundingId,
      loanNumber,
      amount,
      fundedAt,
      documents: [
        ...document('LENDING_AGREEMENT', of.pp),
        ...document('PLATFORM_AGREEMENT', of.ppfp),
        ...document('FACTSHEET', of.factsheet),
        ...of.transfers.flatMap(({ url }) => document('ADDENDUM', url)),
      ],
    })),
    next: next === null ? null : writeCursor(listName, [next]),
  }
}

type Kind = 'LENDING_AGREEMENT' | 'PLATFORM_AGREEMENT' | 'FACTSHEET' | 'ADDENDUM'

const document = (kind: Kind, address: string | null) =>
  address === null ? [] : [{ kind, name: nameOf(address) }]

/** @throws Refusal NOT_FOUND for what is not the lender's */
export const download = (
  context: Context,
  { lenderId, keyId }: { lenderId: number; keyId: string },
  name: string,
  origin: Origin,
): Promise<BinaryAnswer> =>
  downloadDocument(context, lenderId, `/documents/${name}`, origin, { withKey: keyId })
