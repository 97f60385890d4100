import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { businessDay, calendarDayField, instant, limitField, yearFilter } from '../fields.ts'
import { statementFigures } from '../reports/statements/endpoints.ts'

/** MAIN, and ADDITIONAL where the lender has a second account for money of the other bank. */
export const cashAccount = z.enum(['MAIN', 'ADDITIONAL'])
export type CashAccountName = z.infer<typeof cashAccount>

/** Where a list was left, as an answer gave it. */
export const cursorField = z.optional(z.string().check(z.minLength(1), z.maxLength(500)))

export const getCash = endpoint({
  operationId: 'getCash',
  method: 'GET',
  path: '/cash',
  auth: 'key',
  right: 'READ',
  summary:
    'The cash accounts as they are now. `balance` is what the statement shows: `available`, `reserved` for fundings that wait for a signature, and `withdrawing`.',
  answer: z.object({
    at: instant,
    accounts: z.array(
      z.object({
        account: cashAccount,
        balance: z.int(),
        available: z.int(),
        reserved: z.int(),
        withdrawing: z.int(),
      }),
    ),
  }),
  errors: [],
})

const rate = z.number()
const tenor = { tenor: z.int(), tenorPeriod: z.enum(['DAY', 'WEEK', 'MONTH']) }

/** What a funding is worth at the end of a day, as the portfolio report of that day has it. */
export const position = z.object({
  fundingId: z.string(),
  fundingNumber: z.string(),
  loanNumber: z.string(),
  loanType: z.string(),
  borrowerName: z.string(),
  status: z.enum(['FUNDED', 'ACTIVE', 'LATE', 'RESTRUCTURE', 'WRITTEN_OFF']),
  amount: z.int(),
  principalLeft: z.int(),
  /** Per year, as a fraction. */
  interest: rate,
  ...tenor,
  /** The terms as they were offered, where others are in force. */
  former: z.nullable(z.object({ interest: rate, ...tenor })),
  fundedAt: instant,
  lastDue: z.nullable(businessDay),
  daysLate: z.int(),
  quality: z.nullable(z.enum(['LANCAR', 'DALAM_PERHATIAN_KHUSUS', 'KURANG_LANCAR', 'DIRAGUKAN', 'MACET'])),
  nextDue: z.nullable(businessDay),
  /** After tax, without a penalty. */
  nextAmount: z.nullable(z.int()),
  interestReceived: z.int(),
  penaltyReceived: z.int(),
  taxWithheld: z.int(),
})

export const getPositions = endpoint({
  operationId: 'getPositions',
  method: 'GET',
  path: '/positions',
  auth: 'key',
  costs: 'DOWNLOAD',
  right: 'READ',
  summary:
    'All fundings with outstanding or written-off principal at the end of a day as it was recorded by then, the oldest first: a past day always answers the same. The array is sent while it is read.',
  query: z.strictObject({ on: calendarDayField }),
  answer: { items: position },
  isLarge: true,
  errors: ['DATE_IN_FUTURE'],
})

const installment = z.object({
  no: z.int(),
  dueDate: businessDay,
  principal: z.int(),
  interest: z.int(),
  penalty: z.int(),
  tax: z.int(),
  /** Principal, interest and penalty less tax. */
  net: z.int(),
  paid: z.int(),
  stillDue: z.int(),
  status: z.enum(['PAID', 'LATE', 'ACTIVE']),
  paidOn: z.nullable(businessDay),
  daysLate: z.int(),
})

export const listSchedule = endpoint({
  operationId: 'listSchedule',
  method: 'GET',
  path: '/schedule',
  auth: 'key',
  right: 'READ',
  summary:
    'The installments of each funding as they stand now, paid and to come, the oldest funding first; none before the loan is paid out. `next` is null on the last page.',
  query: z.strictObject({ cursor: cursorField, limit: limitField }),
  answer: z.object({
    list: z.array(
      z.object({ fundingId: z.string(), loanNumber: z.string(), installments: z.array(installment) }),
    ),
    next: z.nullable(z.string()),
  }),
  errors: ['CURSOR_UNKNOWN'],
})

/**
 * FEE is that of a transfer to the lender's bank. RECOVERY and ADVANCE collect and lend what a CORRECTION left owed. OPENING
 * is cash that was taken over from another system.
 */
export const transactionKinds = [
  'TOP_UP',
  'OPENING',
  'FUNDING',
  'REFUND',
  'REPAYMENT',
  'WITHDRAWAL',
  'FEE',
  'WITHDRAWAL_RETURN',
  'CORRECTION',
  'RECOVERY',
  'ADVANCE',
] as const

/**
 * A movement on a cash account. `number` counts them without a gap, and `balance` is the one after it. The sums after it say
 * what the amount is made of; those of a month's movements add up to the figures of its statement.
 */
export const transaction = z.object({
  id: z.string(),
  account: cashAccount,
  number: z.int(),
  at: instant,
  /** The day on which it was recorded, by which it belongs to a statement. */
  day: businessDay,
  valueDate: businessDay,
  kind: z.enum(transactionKinds),
  transactionNumber: z.string(),
  loanNumber: z.nullable(z.string()),
  /** Negative where money left the account. */
  amount: z.int(),
  balance: z.int(),
  toppedUp: z.int(),
  lent: z.int(),
  refunded: z.int(),
  principal: z.int(),
  interest: z.int(),
  penalty: z.int(),
  tax: z.int(),
  withdrawn: z.int(),
  fees: z.int(),
  adjusted: z.int(),
})
export type PartnerTransaction = z.infer<typeof transaction>

export const pageOf = (most: number) =>
  z._default(
    z.pipe(
      z.string().check(z.regex(/^[1-9][0-9]{0,3}$/)),
      z.pipe(z.transform(Number), z.int().check(z.lte(most))),
    ),
    100,
  )

export const listPartnerTransactions = endpoint({
  operationId: 'listPartnerTransactions',
  method: 'GET',
  path: '/transactions',
  auth: 'key',
  right: 'READ',
  summary:
    'The movements on one cash account, the oldest first: from the beginning, from a day, or after the `next` of an earlier answer, which also a page without any gives. They are numbered under the lock of the account, so none appears later below a number that was read.',
  query: z
    .strictObject({
      account: z._default(cashAccount, 'MAIN'),
      cursor: cursorField,
      /** The first day, instead of a cursor. */
      from: z.optional(calendarDayField),
      limit: pageOf(1000),
    })
    .check(
      z.refine(
        ({ cursor, from }) => cursor === undefined || from === undefined,
        'Sebutkan penanda halaman (cursor) atau hari pertama (from), tidak keduanya.',
      ),
    ),
  answer: z.object({
    list: z.array(transaction),
    /** Null only while the account has no movement. */
    next: z.nullable(z.string()),
    hasMore: z.boolean(),
  }),
  errors: ['CURSOR_UNKNOWN', 'CURSOR_OUTDATED'],
})

export const listPartnerStatements = endpoint({
  operationId: 'listPartnerStatements',
  method: 'GET',
  path: '/statements',
  auth: 'key',
  right: 'READ',
  summary:
    'The figures of the monthly statements that were issued, the newest month first, or those of a year: what a reader of the transactions reconciles with. Interest that was withheld in full as tax moves no cash and is in `interest` and `tax` here only.',
  query: z.strictObject({ year: yearFilter }),
  answer: z.object({
    list: z.array(
      z.object({
        number: z.string(),
        from: businessDay,
        to: businessDay,
        issuedAt: instant,
        figures: statementFigures,
      }),
    ),
  }),
  errors: [],
})

const offer = z.object({
  loanId: z.int(),
  loanNumber: z.string(),
  borrowerName: z.string(),
  loanType: z.string(),
  grade: z.nullable(z.string()),
  total: z.int(),
  minimum: z.int(),
  left: z.int(),
  /** Per year, as a fraction. */
  interest: rate,
  tenor: z.int(),
  tenorPeriod: z.string(),
  lastDay: businessDay,
  /** For `downloadPartnerDocument`. */
  factsheet: z.nullable(z.string()),
})

export const listOffers = endpoint({
  operationId: 'listOffers',
  method: 'GET',
  path: '/offers',
  auth: 'key',
  right: 'READ',
  summary:
    'The loans that are open for funding, the newest first. Pages that follow keep the order of the first one; `next` is null on the last.',
  query: z.strictObject({ cursor: cursorField, limit: limitField }),
  answer: z.object({ list: z.array(offer), next: z.nullable(z.string()) }),
  errors: ['CURSOR_MISMATCH', 'CURSOR_EXPIRED'],
})

export const listPartnerDocuments = endpoint({
  operationId: 'listPartnerDocuments',
  method: 'GET',
  path: '/documents',
  auth: 'key',
  right: 'READ',
  summary:
    'The agreements of fundings with their factsheets and addenda, the newest funding first, at most 20 at a time; `next` is null on the last page. Their names are for the call that downloads one.',
  query: z.strictObject({ cursor: cursorField }),
  answer: z.object({
    list: z.array(
      z.object({
        fundingId: z.string(),
        loanNumber: z.string(),
        amount: z.int(),
        fundedAt: instant,
        documents: z.array(
          z.object({
            /** The two agreements of a funding (PP, PPFP), the sheet of the loan, the addendum of a transfer. */
            kind: z.enum(['LENDING_AGREEMENT', 'PLATFORM_AGREEMENT', 'FACTSHEET', 'ADDENDUM']),
            name: z.string(),
          }),
        ),
      }),
    ),
    next: z.nullable(z.string()),
  }),
  errors: ['CURSOR_UNKNOWN'],
})

export const downloadPartnerDocument = endpoint({
  operationId: 'downloadPartnerDocument',
  method: 'GET',
  path: '/documents/download',
  auth: 'key',
  costs: 'DOWNLOAD',
  right: 'READ',
  summary:
    'A document by its name. Each download stands in the audit trail; it does not count as the reading of an agreement.',
  query: z.strictObject({ name: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}\.(pdf|png|jpg)$/)) }),
  answer: { binary: ['application/pdf', 'image/png', 'image/jpeg'] },
  errors: ['NOT_FOUND'],
})
