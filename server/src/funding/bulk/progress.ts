import type { BulkRefusalReason, BulkRun, getBulkProgress } from '@pematang/contract/funding/bulk/endpoints'
import type { EndpointAnswer } from '@pematang/contract/endpoint'
import type { Context } from '../../context.ts'
import { shownAfterEnd } from '../../lenders/index.ts'
import { many } from '../../platform/db/database.ts'
import { reasonSentences } from './reasons.ts'
import { sumsOf } from './store.ts'

type Row = {
  id: string
  number: string
  uploadId: string
  partnerName: string
  createdAt: Date
  endedAt: Date | null
  loans: number
  total: number
}

/**
 * The progress of a lender's bulk fundings, counted from their loans: the running ones, or if there are none, those
 * that ended a short while ago and were not dismissed.
 */
export async function bulkProgress(
  { db }: Context,
  lenderId: number,
): Promise<EndpointAnswer<typeof getBulkProgress>> {
  const rows = await many<Row>(
    db,
    'funding.bulk.recent',
    `select b.id, b.number, p.secure_id as "uploadId", p.partner_name as "partnerName", b.created_at as "createdAt",
            b.ended_at as "endedAt", b.loans, b.total
       from bulk_funding b join bulk_product p on p.id = b.product_id
      where b.lender_id = $1 and (b.ended_at is null or b.ended_at > app_now() - $2::interval)
        and not exists (select from notice n
                         where n.lender_id = b.lender_id and n.id = b.id and n.dismissed_at is not null)
      order by b.created_at desc, b.id desc limit 20`,
    [lenderId, shownAfterEnd],
  )
  const runs: BulkRun[] = []
  for (const row of rows) runs.push(await toRun(db, lenderId, row))
  const running = runs.filter(({ status }) => status === 'RUNNING')
  const counted = running.length > 0 ? running : runs
  return {
    qtyCurrentProcess: counted.reduce((sum, run) => sum + run.fundedLoan + run.refusedLoan, 0),
    qtyLoanFunded: counted.reduce((sum, run) => sum + run.totalLoan, 0),
    isShowWidgetProcess: runs.length > 0,
    runs,
  }
}

async function toRun(db: Context['db'], lenderId: number, row: Row): Promise<BulkRun> {
  const sums = await sumsOf(db, { lenderId, bulkId: row.id })
  return {
    bulkFundingNumber: row.number,
    uploadId: row.uploadId,
    partnerName: row.partnerName,
    status: row.endedAt ? 'DONE' : 'RUNNING',
    createdDate: row.createdAt.toISOString(),
    endedDate: row.endedAt?.toISOString() ?? null,
    totalLoan: row.loans,
    fundedLoan: sums.funded,
    refusedLoan: sums.refused,
    totalAmount: row.total,
    fundedAmount: sums.fundedAmount,
    returnedAmount: sums.returned,
    noticeId: row.endedAt && row.id,
    refused: sums.refused > 0 ? await refusedOf(db, lenderId, row.id) : [],
  }
}

async function refusedOf(db: Context['db'], lenderId: number, bulkId: string): Promise<BulkRun['refused']> {
  const rows = await many<{ loan_number: string; amount: number; reason: BulkRefusalReason }>(
    db,
    'funding.bulk.refused',
    `select l.loan_number, b.amount, b.reason from bulk_funding_loan b join loan l on l.id = b.loan_id
      where b.lender_id = $1 and b.bulk_id = $2 and b.state = 'REFUSED' order by l.loan_number limit 100`,
    [lenderId, bulkId],
  )
  return rows.map((row) => ({ ...row, message: reasonSentences[row.reason] }))
}
