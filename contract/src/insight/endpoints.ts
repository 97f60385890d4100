import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { businessDay } from '../fields.ts'

/** The five qualities of SEOJK 19/SEOJK.06/2025, best first. */
export const qualityName = z.enum(['LANCAR', 'DALAM_PERHATIAN_KHUSUS', 'KURANG_LANCAR', 'DIRAGUKAN', 'MACET'])
export type QualityName = z.infer<typeof qualityName>

/** Why money is neither in the cash balance nor lent: an agreement to sign, a bulk funding or a withdrawal under way. */
export const waitingReason = z.enum(['SIGNATURE', 'BULK_FUNDING', 'WITHDRAWAL'])
export type WaitingReason = z.infer<typeof waitingReason>

/** A part of the outstanding principal: whole rupiah, and its share as it is shown, e.g. `12,34%`; `0,00%` of nothing. */
const part = { outstanding: z.int(), share: z.string() }

/**
 * Where the money of a lender stands, in whole rupiah. `waiting` names only reasons for which something waits; the
 * amounts add up to `reservedBalance` of the summary. `quality` and `composition` each add up to `outstanding`, the
 * unpaid principal of loans that were paid out and not written off. The TKB figures are those of this lender's own
 * portfolio by the platform's formula; 100,00% where nothing is outstanding.
 */
export const insight = z.object({
  asOf: businessDay,
  waiting: z.array(z.object({ reason: waitingReason, amount: z.int() })),
  outstanding: z.int(),
  /** Always all five. `daysUntil` is null for the last, which has no end. */
  quality: z.array(
    z.object({ name: qualityName, daysFrom: z.int(), daysUntil: z.nullable(z.int()), ...part }),
  ),
  TKB90: z.string(),
  TKB60: z.string(),
  TKB30: z.string(),
  TKB0: z.string(),
  composition: z.object({
    /** By name; null for loans without a grade. */
    grades: z.array(z.object({ grade: z.nullable(z.string()), ...part })),
    /** The largest first. */
    loanTypes: z.array(z.object({ loanType: z.string(), ...part })),
  }),
})
export type Insight = z.infer<typeof insight>

export const getInsight = endpoint({
  operationId: 'getInsight',
  method: 'GET',
  path: '/portfolio/insight',
  auth: 'lender',
  summary: 'What waits and for what, how late the own portfolio is, and what it consists of.',
  answer: insight,
  errors: [],
})

/**
 * What this lender has earned so far, after tax and losses. `rate` is the yearly rate (a fraction, XIRR: days over 365)
 * at which `flows` and, on `asOf`, `remaining` come to nothing; null while nothing has been lent for a day. `flows` are
 * the days on which money went to loans (`paidOut`) or came back from them net of tax (`received`), the oldest first.
 * Of what is outstanding only loans at most 90 days late count, at their unpaid principal: `remaining`. `doubtful` is
 * the rest of it, and `writtenOff` what was given up; both count as lost. Whole rupiah.
 */
export const ownReturn = z.object({
  asOf: businessDay,
  rate: z.nullable(z.number()),
  paidOut: z.int(),
  received: z.int(),
  taxWithheld: z.int(),
  remaining: z.int(),
  doubtful: z.int(),
  writtenOff: z.int(),
  flows: z.array(z.object({ on: businessDay, paidOut: z.int(), received: z.int() })),
})
export type OwnReturn = z.infer<typeof ownReturn>

export const getReturn = endpoint({
  operationId: 'getReturn',
  method: 'GET',
  path: '/portfolio/return',
  auth: 'lender',
  summary: 'The yearly return of this lender after tax and losses, with the cash flows it comes from.',
  answer: ownReturn,
  errors: [],
})

/**
 * Whole rupiah. `expected` is principal and interest before tax that fall due; `received` is what came in of both, by
 * the day it was paid, to compare with it. Penalty came on top of it, and `tax` was withheld from it.
 */
const expectedAndReceived = {
  expected: z.int(),
  received: z.int(),
  penalty: z.int(),
  tax: z.int(),
}

/**
 * Expected and received repayments by month (`YYYY-MM`, Asia/Jakarta): the eleven months before this one, this one and
 * the twelve after it, the oldest first; `before` and `after` sum up what lies outside of them, so that all of it adds
 * up to what the schedules promise and what the ledger has seen. What was due after a loan was written off is not expected.
 */
export const repaymentMonths = z.object({
  before: z.object(expectedAndReceived),
  months: z.array(z.object({ month: z.string(), ...expectedAndReceived })),
  after: z.object(expectedAndReceived),
})
export type RepaymentMonths = z.infer<typeof repaymentMonths>

export const getRepaymentMonths = endpoint({
  operationId: 'getRepaymentMonths',
  method: 'GET',
  path: '/portfolio/months',
  auth: 'lender',
  summary: 'Expected and received repayments of this lender by month.',
  answer: repaymentMonths,
  errors: [],
})
