import {
  addMonths,
  type BusinessDate,
  businessDateOf,
  daysBetween,
} from '@pematang/contract/format/business-date'
import type { Context } from '../src/context.ts'
import { closeDays } from '../src/loans/index.ts'
import { disburseLoan, recordRepayment } from '../src/loans/testing.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { aLender, aLoan, reserveFunding, signFunding } from './people.ts'
import { longAgo } from './servicing.ts'

export const operator = { kind: 'operator', name: 'test' } as const

/** A day of the month that was so many months before the present one. */
export function dayOf(monthsAgo: number, day: number): BusinessDate {
  const first = addMonths(`${businessDateOf(new Date()).slice(0, 7)}-01`, -monthsAgo)
  return `${first.slice(0, 8)}${String(day).padStart(2, '0')}`
}

/** The same database on another day. */
export const onDay = (present: Context, day: BusinessDate): Context =>
  longAgo(present, daysBetween(day, businessDateOf(new Date())))

/** A disbursed loan of one lender, recorded on the days of its events. */
export type Lent = { lenderId: number; loanNumber: string; amount: number }

/** Makes a lender pay in and fund a loan that number of months ago, and disburses it. */
export async function lendIn(
  present: Context,
  monthsAgo: number,
  {
    cash = 5_000_000,
    amount = 1_200_000,
    lenderId: known,
  }: { cash?: number; amount?: number; lenderId?: number } = {},
): Promise<Lent> {
  const begins = onDay(present, dayOf(monthsAgo, 5))
  const lenderId = known ?? (await aLender(begins, { cash })).lenderId
  const offer = {
    offerFrom: '2020-01-01',
    offerUntil: '2100-01-01',
    totalLoan: amount,
    minimumFunding: 100_000,
  }
  const terms = { interestType: 'FLAT', interest: '0.12', tenor: 12, tenorPeriod: 'MONTH' } as const
  const loan = await aLoan(present, { ...offer, ...terms })
  const { fundingId } = await reserveFunding(begins, { lenderId, ...loan, amount })
  await signFunding(begins, fundingId)
  const { loanNumber } = loan
  const disbursedOn = dayOf(monthsAgo, 10)
  await perform(onDay(present, disbursedOn), disburseLoan, {
    actor: operator,
    input: { loanNumber, disbursedOn },
  })
  return { lenderId, loanNumber, amount }
}

let references = 0

/** Records a borrower's payment on a day, optionally with another value date. */
export async function pay(
  present: Context,
  loanNumber: string,
  {
    amount,
    recordedOn,
    paidOn = recordedOn,
  }: { amount: number; recordedOn: BusinessDate; paidOn?: BusinessDate },
): Promise<string> {
  references += 1
  const reference = `statement-${references}`
  await perform(onDay(present, recordedOn), recordRepayment, {
    actor: operator,
    input: { loanNumber, amount, paidOn, reference },
  })
  return reference
}

/** Closes every day from the beginning of a month to the end of last month. */
export const closeMonthsFrom = (context: Context, monthsAgo: number): Promise<number> =>
  closeDays(context, { actor: operator, from: dayOf(monthsAgo, 1), until: lastDay(1) })

/** The last day of the month that was so many months before the present one. */
export const lastDay = (monthsAgo: number): BusinessDate =>
  businessDateOf(Date.parse(`${dayOf(monthsAgo - 1, 1)}T00:00:00+07:00`) - 1)
