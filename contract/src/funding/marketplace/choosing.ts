import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { idField } from '../../fields.ts'
import { highestRate } from '../../loans/terms.ts'

/**
 * The sort orders of the marketplace, named by what comes first: the offer that ends first, the newest, the highest
 * rate, the shortest tenor, …
 */
export const marketplaceSorts = ['ending', 'newest', 'interest', 'tenor', 'left', 'filled'] as const
export type MarketplaceSort = (typeof marketplaceSorts)[number]

/** Stands for loans without a grade in a filter by grade. */
export const withoutGrade = '-'

const text = (pattern: RegExp, sentence: string) =>
  z.optional(z.string(sentence).check(z.regex(pattern, sentence)))
const tenorText = text(/^([1-9][0-9]{0,3})?$/, 'Tenor harus berupa angka.')
const interestSentence = `Bunga harus berupa pecahan dari 0 sampai ${highestRate}, misalnya 0.12 untuk 12% per tahun.`
const interestText = z.optional(
  z.string(interestSentence).check(
    z.regex(/^([01](\.[0-9]{1,6})?)?$/, interestSentence),
    z.refine((rate) => Number(rate) <= Number(highestRate), interestSentence),
  ),
)

/**
 * The filters of the marketplace and their order in URL form; empty means absent. A new filter is added here, which
 * makes it known to the list, the counts and the saved searches.
 */
export const choiceFields = {
  tenor: tenorText,
  loanTypeId: z.optional(z.string().check(z.regex(/^([1-9][0-9]{0,15}(,[1-9][0-9]{0,15}){0,49})?$/))),
  sort: z.optional(z.enum(['', ...marketplaceSorts], 'Urutan ini tidak dikenal.')),
  /** Yearly interest rates as fractions, both ends included. */
  interestFrom: interestText,
  interestTo: interestText,
  /** The number of the tenor, regardless of its unit; both ends included. */
  tenorFrom: tenorText,
  tenorTo: tenorText,
  tenorPeriodId: z.optional(z.enum(['', '1', '2', '3'], 'Satuan tenor ini tidak dikenal.')),
  /** Grades separated by commas; `-` means loans without a grade. */
  grade: text(/^([^,]{1,40}(,[^,]{1,40}){0,49})?$/, 'Rating yang dipilih tidak sesuai.'),
  /** The minimum remainder of a loan, in whole rupiah. */
  leftFrom: text(/^([1-9][0-9]{0,14})?$/, 'Sisa pendanaan harus berupa angka rupiah bulat.'),
  /** Omits loans that this lender has funded or reserved. */
  notMine: z.optional(z.enum(['', 'true', 'false'], 'Pilihan ini harus true atau false.')),
}

const inOrder = (from: string | undefined, to: string | undefined) =>
  !from || !to || Number(from) <= Number(to)

const whole = z.object(choiceFields)

/** Filters and order of the marketplace as URL strings. */
export type MarketplaceFilters = z.infer<typeof whole>

/** Combinations that are refused because no loan can match them. */
export const consistent = [
  z.refine<MarketplaceFilters>(
    ({ interestFrom, interestTo }) => inOrder(interestFrom, interestTo),
    'Bunga terendah tidak boleh di atas bunga tertinggi.',
  ),
  z.refine<MarketplaceFilters>(
    ({ tenorFrom, tenorTo }) => inOrder(tenorFrom, tenorTo),
    'Tenor terpendek tidak boleh di atas tenor terpanjang.',
  ),
  z.refine<MarketplaceFilters>(
    ({ tenor, tenorFrom, tenorTo }) => inOrder(tenorFrom, tenor) && inOrder(tenor, tenorTo),
    'Tenor yang dipilih berada di luar rentang tenor.',
  ),
] as const

/** Whether a filter other than the two of the specification is set. */
export function isBeyondSpecification(
  filters: MarketplaceFilters & { cursor?: string | undefined },
): boolean {
  const { sort, interestFrom, interestTo, tenorFrom, tenorTo, tenorPeriodId } = filters
  const { grade, leftFrom, notMine, cursor } = filters
  const given = [sort, interestFrom, interestTo, tenorFrom, tenorTo, tenorPeriodId, grade, leftFrom, cursor]
  return given.some(Boolean) || notMine === 'true'
}

/** Filters as they can be saved: in URL form, with at least one set. */
export const savedFilters = z.strictObject(choiceFields).check(
  ...consistent,
  z.refine<MarketplaceFilters>(
    (filters) => isBeyondSpecification(filters) || Boolean(filters.tenor) || Boolean(filters.loanTypeId),
    'Pilih paling sedikit satu filter atau urutan untuk disimpan.',
  ),
)

/**
 * A number of open loans. `isEstimated` means that it was computed in proportion, which happens for a range of interest
 * or remainder that ends between whole percents or round amounts and contains more than 10,000 loans.
 */
const count = { count: z.int(), isEstimated: z.boolean() }
export const loanCount = z.object(count)
export type LoanCount = z.infer<typeof loanCount>

export const marketplaceCounts = z.object({
  /** Loans that match all filters. */
  total: loanCount,
  types: z.array(z.object({ loanTypeId: idField, loanTypeName: z.string(), ...count })),
  grades: z.array(z.object({ grade: z.nullable(z.string()), ...count })),
  /** The tenors of open loans, the shortest first. */
  tenors: z.array(
    z.object({ tenor: z.int(), tenorPeriodId: z.int(), tenorPeriodName: z.string(), ...count }),
  ),
  /** Ranges of yearly interest rates, from `from` to below `to`, as fractions. */
  interests: z.array(z.object({ from: z.number(), to: z.number(), ...count })),
  /** Loans with at least `from` rupiah left. */
  left: z.array(z.object({ from: z.int(), ...count })),
  notMine: loanCount,
})
export type MarketplaceCounts = z.infer<typeof marketplaceCounts>

export const countMarketplace = endpoint({
  operationId: 'countMarketplace',
  method: 'GET',
  path: '/marketplace/counts',
  auth: 'lender',
  summary:
    'How many open loans each choice of a filter leaves under the other filters; each number says whether it is an estimate.',
  query: z.strictObject(choiceFields).check(...consistent),
  answer: marketplaceCounts,
  errors: [],
})
