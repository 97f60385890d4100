import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { businessDay, instant, isInCalendar, unknownCursorSentence } from '../../fields.ts'

/** Income tax under article 23 (residents) or article 26 (others), as official tax slips name it. */
export const taxKind = z.enum(['PPH23', 'PPH26'])
export type TaxKind = z.infer<typeof taxKind>

/** A tax period: a calendar month, YYYY-MM. */
const periodField = z.string().check(z.regex(/^20[0-9]{2}-(0[1-9]|1[0-2])$/))
const yearField = z.pipe(z.string().check(z.regex(/^20[0-9]{2}$/)), z.pipe(z.transform(Number), z.int()))

/** Whole rupiah: gross interest, and the tax withheld from it. Negative where reversals exceed the payments. */
const sums = { interest: z.int(), tax: z.int() }

/**
 * Tax withheld in a month by one kind and rate (a fraction, e.g. 0.15). `slip` is the official slip (bukti potong),
 * null until the operator has entered it.
 */
export const taxLine = z.object({
  kind: taxKind,
  rate: z.number(),
  ...sums,
  slip: z.nullable(z.object({ number: z.string(), issuedOn: businessDay })),
})
export type TaxLine = z.infer<typeof taxLine>

/**
 * The tax of a year. `months` lists months with interest, the oldest first; a repayment or reversal counts in the month
 * in which it was recorded. `years` are those with interest and the current one, the newest first. `taxNumber` is
 * masked except for its last four digits. `missing` is the number of lines of past months without a slip.
 */
export const taxYear = z.object({
  year: z.int(),
  years: z.array(z.int()),
  taxNumber: z.nullable(z.string()),
  ...sums,
  kinds: z.array(z.object({ kind: taxKind, ...sums })),
  months: z.array(z.object({ period: z.string(), isOver: z.boolean(), ...sums, lines: z.array(taxLine) })),
  slips: z.object({ entered: z.int(), missing: z.int() }),
})
export type TaxYear = z.infer<typeof taxYear>

export const getTax = endpoint({
  operationId: 'getTax',
  method: 'GET',
  path: '/tax',
  auth: 'lender',
  summary:
    'What was withheld from this lender’s interest in a year, by month, kind and rate, with the slips’ numbers.',
  query: z.strictObject({ year: yearField }),
  answer: taxYear,
  errors: [],
})

/**
 * A part of an installment from which interest was received. `at` is when it was recorded. `isCorrection` marks the
 * reversal of a payment, with negative amounts.
 */
export const taxedInstallment = z.object({
  at: instant,
  loanNumber: z.string(),
  dueDate: businessDay,
  paidOn: businessDay,
  kind: taxKind,
  rate: z.number(),
  ...sums,
  isCorrection: z.boolean(),
})
export type TaxedInstallment = z.infer<typeof taxedInstallment>

/** The position of an installment in the list: its time in microseconds, and an id. */
const cursorPattern =
  /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z~[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/

export const listTaxedInstallments = endpoint({
  operationId: 'listTaxedInstallments',
  method: 'GET',
  path: '/tax/installments',
  auth: 'lender',
  summary:
    'The installments behind a month of the tax, in the order in which they were recorded. `after` is the `next` of the page before.',
  query: z.strictObject({
    period: periodField,
    after: z.optional(
      z.string().check(
        z.regex(cursorPattern, unknownCursorSentence),
        z.refine((after) => after === '' || isInCalendar(after.slice(0, 27)), unknownCursorSentence),
      ),
    ),
  }),
  answer: z.object({ list: z.array(taxedInstallment), next: z.nullable(z.string()) }),
  errors: [],
})

const format = z._default(z.enum(['pdf', 'xlsx']), 'pdf')
const file = {
  binary: ['application/pdf', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
} as const

export const downloadTaxStatement = endpoint({
  operationId: 'downloadTaxStatement',
  method: 'GET',
  path: '/tax/statement',
  auth: 'lender',
  costs: 'DOWNLOAD',
  summary: 'The statement of the tax withheld in a month: a signed PDF, or a workbook with all installments.',
  query: z.strictObject({ period: periodField, format }),
  answer: file,
  errors: [],
})

export const downloadTaxSummary = endpoint({
  operationId: 'downloadTaxSummary',
  method: 'GET',
  path: '/tax/summary',
  auth: 'lender',
  costs: 'DOWNLOAD',
  summary:
    'The summary of a year for the tax return: what to declare, what was withheld, and the slips, as a signed PDF or a workbook.',
  query: z.strictObject({ year: yearField, format }),
  answer: file,
  errors: [],
})
