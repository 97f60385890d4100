import { payOutClearing, taxPeriods } from '../src/cash/index.ts'
import type { Context } from '../src/context.ts'
import type { ActorOf } from '../src/platform/audit/audit.ts'
import { one } from '../src/platform/db/database.ts'
import { perform } from '../src/platform/commands/perform.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'

/**
 * From this day of a month on, the operator of the demo has paid the tax and fees of the previous month; tax is due on
 * the 15th.
 */
const paidFromDay = 10

/** @returns what pays the withheld tax and the fees of the platform, month by month, as an operator does */
export function payerOfDues(
  context: Context,
  actor: ActorOf<'operator'>,
): (on: BusinessDate) => Promise<void> {
  let paid = ''
  return async (on) => {
    const before = monthsPaid(on)
    if (before > paid) await payDues(context, actor, { on, before })
    paid = before
  }
}

async function payDues(
  context: Context,
  actor: ActorOf<'operator'>,
  { on, before }: { on: BusinessDate; before: BusinessDate },
): Promise<void> {
  await payTax(context, actor, { on, before })
  const amount = await dueBefore(context, 'PLATFORM_FEE', before)
  if (amount <= 0) return
  await perform(context, payOutClearing, {
    actor,
    input: {
      from: { kind: 'PLATFORM_FEE', methodPayment: 1 },
      amount,
      paidOn: on,
      reference: `DEMO/FEE/${before}`,
      reason: 'Fees of the month before',
    },
  })
}

/** Each month's tax is a payment of its own, with a receipt (NTPN) of 16 characters. */
async function payTax(
  context: Context,
  actor: ActorOf<'operator'>,
  { on, before }: { on: BusinessDate; before: BusinessDate },
): Promise<void> {
  for (const { period, payable } of await taxPeriods(context.db, context.config.BANK_HOLIDAYS)) {
    if (payable <= 0 || `${period}-01` >= before) continue
    await perform(context, payOutClearing, {
      actor,
      input: {
        from: { kind: 'TAX_PAYABLE', methodPayment: 1, period },
        amount: payable,
        paidOn: on,
        reference: `DEMO${on.replaceAll('-', '')}${period.slice(2).replace('-', '')}`,
        reason: `PPh ${period}`,
      },
    })
  }
}

/** The first day whose tax and fees are not paid yet on the given day. */
function monthsPaid(on: BusinessDate): BusinessDate {
  const first = new Date(`${on.slice(0, 7)}-01T00:00:00Z`)
  if (Number(on.slice(8)) < paidFromDay) first.setUTCMonth(first.getUTCMonth() - 1)
  return first.toISOString().slice(0, 10)
}

/** The tax or fees that accrued before a day and were not paid out, in rupiah. */
async function dueBefore({ db }: Context, kind: string, before: BusinessDate): Promise<number> {
  const { due } = await one<{ due: number }>(
    db,
    'demo.due',
    `select coalesce(sum(case when t.credit_account = a.id then t.amount else -t.amount end)
                     filter (where t.debit_account = a.id or business_day(t.created_at) < $2::date), 0)::bigint as due
       from account a join transfer t on a.id in (t.credit_account, t.debit_account)
      where a.kind = $1 and a.owner_id = 0`,
    [kind, before],
  )
  return due
}
