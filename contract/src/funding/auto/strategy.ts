import * as z from 'zod/mini'
import { ownName, rupiahField } from '../../fields.ts'
import { choiceFields, consistent, type MarketplaceFilters } from '../marketplace/choosing.ts'

/** The maximum number of strategies of a lender, without ended ones. */
export const mostStrategies = 10
export const longestStrategyName = 60

const { loanTypeId, interestFrom, interestTo, tenorFrom, tenorTo, tenorPeriodId, grade } = choiceFields

/** The filters of the marketplace that select the loans of a strategy, in their URL form. */
export const strategyFilters = z
  .strictObject({ loanTypeId, interestFrom, interestTo, tenorFrom, tenorTo, tenorPeriodId, grade })
  .check(...(consistent as readonly z.core.$ZodCheck<MarketplaceFilters>[]))
export type StrategyFilters = z.infer<typeof strategyFilters>

const nameSentence = `Nama strategi harus terdiri dari 1 sampai ${longestStrategyName} karakter.`
const positive = (sentence: string) =>
  z.int(sentence).check(z.gt(0, sentence), z.lte(9_000_000_000_000, sentence))

/** The amount per loan: fixed rupiah, or a share of the portfolio in hundredths of a percent. */
export const perLoan = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('FIXED'),
    amount: positive('Jumlah per pinjaman harus lebih dari nol.'),
  }),
  z.strictObject({
    kind: z.literal('SHARE'),
    basisPoints: z
      .int('Porsi per pinjaman harus antara 0,01% dan 100%.')
      .check(z.gte(1, 'Porsi per pinjaman harus antara 0,01% dan 100%.'), z.lte(10_000)),
  }),
])
export type PerLoan = z.infer<typeof perLoan>

const strategyFields = {
  name: ownName(longestStrategyName, nameSentence),
  filters: strategyFilters,
  perLoan,
  /** The lender's maximum with one borrower in rupiah, counting all fundings; null for no limit. */
  mostPerBorrower: z.nullable(positive('Batas per Penerima Dana harus lebih dari nol.')),
  /** The cash balance in rupiah that the strategy must leave. */
  cashToKeep: rupiahField.check(
    z.gte(0, 'Dana siaga yang disisakan tidak boleh negatif.'),
    z.lte(9_000_000_000_000),
  ),
  /**
   * The maximum in rupiah that the strategy funds in total, or outstanding at one time when repayments are reinvested.
   */
  budget: positive('Anggaran strategi wajib diisi dan harus lebih dari nol.'),
  /** Whether money from repayments may be funded again within the budget. */
  reinvest: z.boolean(),
}

const whole = z.strictObject(strategyFields)
/** The terms of a strategy as the lender enters them. Amounts are whole rupiah. */
export type StrategyTerms = z.infer<typeof whole>

/** Checks for pairs of limits that can contradict each other. */
const limitsFit = [
  z.refine<StrategyTerms>(
    (terms) => terms.perLoan.kind !== 'FIXED' || terms.perLoan.amount <= terms.budget,
    'Jumlah per pinjaman tidak boleh di atas anggaran strategi.',
  ),
  z.refine<StrategyTerms>(
    (terms) =>
      terms.perLoan.kind !== 'FIXED' ||
      terms.mostPerBorrower === null ||
      terms.perLoan.amount <= terms.mostPerBorrower,
    'Jumlah per pinjaman tidak boleh di atas batas per Penerima Dana.',
  ),
] as const

export const strategyTerms = whole.check(...limitsFit)
/** The terms of an existing strategy, with its id. */
export const changedStrategyTerms = z
  .strictObject({ strategyId: z.string().check(z.maxLength(100)), ...strategyFields })
  .check(...(limitsFit as readonly z.core.$ZodCheck<StrategyTerms>[]))

/** The conditions of a strategy that can be the reason why no loan matches. */
export const strategyConditions = [
  'LOAN_TYPE',
  'GRADE',
  'INTEREST',
  'TENOR',
  'PER_LOAN',
  'PER_BORROWER',
  'CASH',
  'BUDGET',
] as const
export type StrategyCondition = (typeof strategyConditions)[number]
