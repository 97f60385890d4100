import type { EndpointAnswer } from '@pematang/contract/endpoint'
import type { listSchedule } from '@pematang/contract/partner/endpoints'
import { listInstallments } from '../../loans/index.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
import { readIdCursor, writeCursor } from '../../platform/http/cursor.ts'
import { cutPage } from '../../platform/pages.ts'

/** More installments than any loan has. */
const all = { page: 1, limit: 10_000 }

/**
 * The installments of a page of a lender's fundings, as the dashboard shows those of each.
 * @throws Refusal CURSOR_UNKNOWN
 */
export async function showSchedule(
  db: Queryable,
  lenderId: number,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<EndpointAnswer<typeof listSchedule>> {
  const listName = `schedule:${lenderId}`
  const after = cursor === undefined ? null : readIdCursor(listName, cursor)
  const found = await many<{ fundingId: string; loanNumber: string }>(
    db,
    'reports.partner.schedule',
    `select h.id as "fundingId", l.loan_number as "loanNumber"
       from holding h join loan l on l.id = h.loan_id
      where h.lender_id = $1 and h.state = 'SETTLED' and ($2::uuid is null or h.id > $2::uuid)
      order by h.id limit $3`,
    [lenderId, after, limit + 1],
  )
  const { rows, next } = cutPage(found, limit, ({ fundingId }) => writeCursor(listName, [fundingId]))
  const list = []
  for (const { fundingId, loanNumber } of rows)
    list.push({ fundingId, loanNumber, installments: await installmentsOf(db, lenderId, fundingId) })
  return { list, next }
}

async function installmentsOf(db: Queryable, lenderId: number, fundingId: string) {
  const { detailList } = await listInstallments(db, lenderId, fundingId, all)
  return detailList.map((one) => ({
    no: one.paymentNo,
    dueDate: one.dueDate,
    principal: one.principalPayment,
    interest: one.interestPayment,
    penalty: one.penaltyPayment,
    tax: one.tax,
    net: one.netPayment,
    paid: one.totalPaid,
    stillDue: one.stillDue,
    status: one.statusName,
    paidOn: one.paidOn,
    daysLate: one.daysLate,
  }))
}
