import * as z from 'zod/mini'
import { qualityRange } from '../../loans/credit-quality/endpoints.ts'
import { endpoint } from '../../endpoint.ts'
import { businessDay } from '../../fields.ts'

/**
 * Why money is neither in the cash balance nor lent: an unsigned agreement, a bulk funding or a withdrawal in progress.
 */
export const waitingReason = z.enum(['SIGNATURE', 'BULK_FUNDING', 'WITHDRAWAL'])
export type WaitingReason = z.infer<typeof waitingReason>

/**
 * A part of the outstanding principal in whole rupiah, and its share as shown, e.g. `12,34%`; `0,00%` when the total is
 * zero.
 */
const part = { outstanding: z.int(), share: z.string() }

/**
 * Where the money of a lender is, in whole rupiah. `waiting` lists only reasons with an amount; the amounts add up to
 * `reservedBalance` of the summary. `quality` and `composition` each add up to `outstanding`, the unpaid principal of
 * loans that were paid out and not written off. The TKB figures apply the platform's formula to this lender's own
 * portfolio; 100,00% where nothing is outstanding.
 */
export const insight = z.object({
  asOf: businessDay,
  waiting: z.array(z.object({ reason: waitingReason, amount: z.int() })),
  outstanding: z.int(),
  /** One entry for each of the five quality classes, also for those without an amount. */
  quality: z.array(z.object({ ...qualityRange, ...part })),
  TKB90: z.string(),
  TKB60: z.string(),
  TKB30: z.string(),
  TKB0: z.string(),
  composition: z.object({
    /** Sorted by name; null for loans without a grade. */
    grades: z.array(z.object({ grade: z.nullable(z.string()), ...part })),
    /** Sorted by amount, the largest first. */
    loanTypes: z.array(z.object({ loanType: z.string(), ...part })),
  }),
})
export type Insight = z.infer<typeof insight>

export const getInsight = endpoint({
  operationId: 'getInsight',
  method: 'GET',
  path: '/portfolio/insight',
  auth: 'lender',
  costs: 'INSIGHT',
  summary: 'What waits and for what, how late the own portfolio is, and what it consists of.',
  answer: insight,
  errors: [],
})

/**
 * What this lender has earned so far, after tax and losses. `rate` is the yearly rate (a fraction, XIRR: days over 365)
 * at which the present values of `flows` and of `remaining` on `asOf` add up to zero. It is null until money has been
 * lent for a day, and -1 where all of it is lost. `flows` are the days on which money went to loans (`paidOut`) or came
 * back from them net of tax (`received`), the oldest first. `remaining` is the unpaid principal of loans at most 90
 * days late. `doubtful` is the rest of what is outstanding, and `writtenOff` the principal written off; both count as
 * lost. Whole rupiah.
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
  costs: 'INSIGHT',
  summary: 'The yearly return of this lender after tax and losses, with the cash flows it comes from.',
  answer: ownReturn,
  errors: [],
})

/**
 * Whole rupiah. `expected` is principal and interest before tax that fall due; `received` is what was received of both,
 * by payment date, so that the two can be compared. Penalty is received in addition to it, and `tax` was withheld from
 * it. `late` is the part of `expected` that was due before today and is still owed.
 */
const expectedAndReceived = {
  expected: z.int(),
  received: z.int(),
  penalty: z.int(),
  tax: z.int(),
  late: z.int(),
}

/**
 * Expected and received repayments by month (`YYYY-MM`, Asia/Jakarta): the eleven months before this one, this one and
 * the twelve after it, the oldest first. `before` and `after` sum up the other months, so that the total matches the
 * schedules and the ledger. Installments that fell due after a loan was written off are not expected.
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
  costs: 'INSIGHT',
  summary: 'Expected and received repayments of this lender by month.',
  answer: repaymentMonths,
  errors: [],
})

/** The steps of a lender towards a first signed funding: paid in, chose a loan, signed its agreement. */
export const firstSteps = z.object({ deposited: z.boolean(), reserved: z.boolean(), signed: z.boolean() })
export type FirstSteps = z.infer<typeof firstSteps>

export const getFirstSteps = endpoint({
  operationId: 'getFirstSteps',
  method: 'GET',
  path: '/lender/first-steps',
  auth: 'lender',
  costs: 'INSIGHT',
  summary: 'How far this lender has come on the way to a first signed funding.',
  answer: firstSteps,
  errors: [],
})

/**
 * Payments due to this lender from `asOf` to `until`, thirty days including both, and late payments. Whole rupiah of
 * unpaid principal and interest, before tax and without penalties; `days` lists only days with a payment due.
 * `late.days` is how long the oldest one is late. `rate` is that of {@link ownReturn}.
 */
export const overview = z.object({
  asOf: businessDay,
  rate: z.nullable(z.number()),
  until: businessDay,
  total: z.int(),
  days: z.array(z.object({ on: businessDay, amount: z.int(), loans: z.int() })),
  late: z.object({ amount: z.int(), loans: z.int(), days: z.int() }),
})
export type Overview = z.infer<typeof overview>

export const getOverview = endpoint({
  operationId: 'getOverview',
  method: 'GET',
  path: '/portfolio/overview',
  auth: 'lender',
  costs: 'INSIGHT',
  summary:
    'The yearly return of this lender, what falls due in the next thirty days by day, and what is late.',
  answer: overview,
  errors: [],
})

export const requirementName = z.enum([
  'LENDER_CLASS',
  'AGE',
  'IDENTITY_CHECK',
  'PERSON_IN_CHARGE',
  'BANK_ACCOUNT',
  'VIRTUAL_ACCOUNT',
  'TAX_NUMBER',
  'MANDATE',
  'SECOND_FACTOR',
])
export const barredAction = z.enum(['FUNDING', 'WITHDRAWAL', 'DEPOSIT', 'AUTO_FUNDING'])
export type BarredAction = z.infer<typeof barredAction>

/**
 * What an account still needs. `code` is the refusal that an action it bars answers with; null where none is refused.
 * Only a mandate and a second factor are the lender's own; everything else is entered by the operator.
 */
export const requirement = z.object({
  name: requirementName,
  state: z.enum(['MISSING', 'UNMET', 'EXPIRED', 'WAITING']),
  code: z.nullable(z.string()),
  message: z.string(),
  bars: z.array(barredAction),
})
export type Requirement = z.infer<typeof requirement>

export const listRequirements = endpoint({
  operationId: 'listRequirements',
  method: 'GET',
  path: '/lender/requirements',
  auth: 'lender',
  summary: 'What the account of this lender still needs, and which actions that bars.',
  answer: z.object({ list: z.array(requirement) }),
  errors: [],
})
