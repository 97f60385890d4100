import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import {
  businessDay,
  calendarDayField,
  exportedFile,
  instant,
  limitField,
  listOf,
  numberField,
  pageField,
  yearFilter,
} from '../../fields.ts'

const rupiah = z.int()

/** The sums of the movements of a period, whole rupiah. */
export const statementFigures = z.object({
  /** Cash at the beginning and at the end, including holds for fundings and withdrawals. */
  opening: rupiah,
  closing: rupiah,
  toppedUp: rupiah,
  lent: rupiah,
  /** Refunds of loans that were cancelled before their disbursement. */
  refunded: rupiah,
  principal: rupiah,
  interest: rupiah,
  penalty: rupiah,
  /** Tax withheld from the interest. */
  tax: rupiah,
  withdrawn: rupiah,
  /** Fees for transfers to the lender's own bank account. */
  fees: rupiah,
  /**
   * Amounts owed or collected later because of corrections; negative where they left the cash. The closing balance is
   * the opening balance plus what was topped up, refunded, received and adjusted, less what was lent, withheld,
   * withdrawn and charged.
   */
  adjusted: rupiah,
  /** Number of entries in the cash account during the period. */
  movements: z.int(),
})
export type StatementFigures = z.infer<typeof statementFigures>

/**
 * The principal that a lender has lent and not received back at the end of a period, in whole rupiah, by the books of
 * that day. The five quality classes contain only disbursed loans.
 */
export const statementPortfolio = z.object({
  quality: z.array(
    z.object({
      name: z.enum(['LANCAR', 'DALAM_PERHATIAN_KHUSUS', 'KURANG_LANCAR', 'DIRAGUKAN', 'MACET']),
      outstanding: rupiah,
    }),
  ),
  /** Funded but not yet disbursed. */
  notPaidOut: rupiah,
  writtenOff: rupiah,
})
export type StatementPortfolio = z.infer<typeof statementPortfolio>

/** The return of a period: interest and penalty less tax, fees and write-offs. */
export const statementReturn = z.object({
  amount: rupiah,
  /** Principal of loans that were written off in the period, less recoveries of loans that were written off earlier. */
  lost: rupiah,
  /** The average principal lent over the days of the period. */
  average: rupiah,
  /** `amount` as a share of `average`, in percent with two decimals; null where nothing was lent. */
  percent: z.nullable(z.string()),
})
export type StatementReturn = z.infer<typeof statementReturn>

/** An issued statement of account, which never changes. */
export const statementItem = z.object({
  number: z.string(),
  /** The first and the last day of the statement's month. */
  from: businessDay,
  to: businessDay,
  issuedAt: instant,
  figures: statementFigures,
  portfolio: statementPortfolio,
  netReturn: statementReturn,
  /** The number of movements with a value date before `from`. */
  backdated: z.int(),
})
export type StatementItem = z.infer<typeof statementItem>

const statementFormat = z._default(z.enum(['csv', 'xlsx', 'pdf']), 'csv')
export type StatementFormat = 'csv' | 'xlsx' | 'pdf'

const statementFile = { binary: [...exportedFile.binary, 'application/pdf'] } as const

export const listStatements = endpoint({
  operationId: 'listStatements',
  method: 'GET',
  path: '/statements',
  auth: 'lender',
  summary:
    'The monthly statements of account that were issued to this lender, newest first, and the years that have any. A month’s is issued once its last day is closed and never changes.',
  query: z.strictObject({
    /** Returns only the statements of this year. */
    year: yearFilter,
    limit: limitField,
    page: pageField,
  }),
  answer: z.extend(listOf(statementItem), { years: z.array(z.int()) }),
  errors: [],
})

export const downloadStatement = endpoint({
  operationId: 'downloadStatement',
  method: 'GET',
  path: '/statements/issued',
  auth: 'lender',
  costs: 'DOWNLOAD',
  summary:
    'An issued statement of this lender by its number. The PDF is signed by the platform and is made once.',
  query: z.strictObject({
    number: numberField,
    format: statementFormat,
  }),
  answer: statementFile,
  errors: ['NOT_FOUND', 'STATEMENT_TOO_LONG', 'DOCUMENT_UNAVAILABLE'],
})

export const exportAccount = endpoint({
  operationId: 'exportAccount',
  method: 'GET',
  path: '/statements/account',
  auth: 'lender',
  costs: 'DOWNLOAD',
  summary:
    'The statement of account of this lender over these days, both included, at most ten years: each movement with its reference and running balance, opening and closing balance, and sums. Its columns are in docs/statement-file.md.',
  query: z.strictObject({ from: calendarDayField, to: calendarDayField, format: statementFormat }),
  answer: statementFile,
  errors: ['RANGE_REVERSED', 'RANGE_TOO_LONG', 'DATE_IN_FUTURE', 'STATEMENT_TOO_LONG'],
})
