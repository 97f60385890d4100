import type { ObjectRef } from '@pematang/contract/staff/fields'
import { maybe, type Queryable } from '../../platform/db/database.ts'
import { required } from '../../platform/refusal.ts'
import type { Words } from '../../staff/index.ts'
import type { LenderState } from '../auth/index.ts'
import type { TaxStatus } from '../profile/index.ts'

export const ofLender = ({ lenderId }: { lenderId: number }): ObjectRef => ({
  kind: 'LENDER',
  id: String(lenderId),
})

/** Who is told of a change of a lender. */
export const toldByMessage = (what: string): string[] => [
  `Pemberi Dana diberi tahu di dasbor dan lewat pesan bahwa ${what}.`,
]

type Before = { phone: string; email: string; state: LenderState; taxStatus: TaxStatus; bulkFunding: boolean }

/** @throws Refusal NOT_FOUND */
export const lenderBefore = async (db: Queryable, lenderId: number): Promise<Before> =>
  required(
    await maybe<Before>(
      db,
      'lenders.actions.before',
      `select phone, email, state, tax_status as "taxStatus", bulk_funding as "bulkFunding" from lender where id = $1`,
      [lenderId],
    ),
    'NOT_FOUND',
  )

export const states: Record<LenderState, string> = {
  ACTIVE: 'aktif',
  SUSPENDED: 'ditangguhkan',
  CLOSED: 'ditutup',
}

export const stateInWords = async (db: Queryable, { lenderId }: { lenderId: number }): Promise<Words> => ({
  Status: states[(await lenderBefore(db, lenderId)).state],
})
