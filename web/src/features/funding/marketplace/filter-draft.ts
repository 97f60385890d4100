import { highestRate } from '@pematang/contract/loans/terms'
import { contradictions } from './contradictions.ts'
import { type MarketplaceFilter, noFilter, type TenorPeriodId, tenors } from './filter.ts'
import { parsePercent, typedPercent } from './percent.ts'

/** The filters as typed, before they are applied. One tenor is a range with equal ends. */
export type FilterDraft = {
  loanTypeIds: readonly number[]
  tenorFrom: string
  tenorTo: string
  tenorPeriodId: '' | `${TenorPeriodId}`
  /** The lowest interest rate as typed, in percent per year; below, the highest. */
  interestFrom: string
  interestTo: string
  grades: readonly string[]
  /** Whole rupiah, or null while empty. */
  leftFrom: number | null
  notMine: boolean
}

/** Error sentences by field. */
export type DraftErrors = Partial<Record<keyof FilterDraft, string>>

const percentSentence = `Tulis persen per tahun dari 0 sampai ${typedPercent(Number(highestRate))}, misalnya 12,5.`

const typedNumber = (value: number | null): string => (value === null ? '' : String(value))
const typedRate = (value: number | null): string => (value === null ? '' : typedPercent(value))

export const draftOf = (filter: MarketplaceFilter): FilterDraft => ({
  loanTypeIds: filter.loanTypeIds,
  tenorFrom: typedNumber(filter.tenor ?? filter.tenorFrom),
  tenorTo: typedNumber(filter.tenor ?? filter.tenorTo),
  tenorPeriodId: filter.tenorPeriodId === null ? '' : `${filter.tenorPeriodId}`,
  interestFrom: typedRate(filter.interestFrom),
  interestTo: typedRate(filter.interestTo),
  grades: filter.grades,
  leftFrom: filter.leftFrom,
  notMine: filter.notMine,
})

export const emptyDraft: FilterDraft = draftOf(noFilter)

/**
 * The filter of a draft. The result is sent only if there are no errors.
 * @param filter gives the order
 */
export function readDraft(
  draft: FilterDraft,
  filter: MarketplaceFilter,
): { filter: MarketplaceFilter; errors: DraftErrors } {
  const errors: DraftErrors = {}
  const rate = (key: 'interestFrom' | 'interestTo') => {
    if (draft[key].trim() === '') return null
    const fraction = parsePercent(draft[key])
    if (fraction === null) errors[key] = percentSentence
    return fraction
  }
  const number = (typed: string) => (typed === '' ? null : Number(typed))
  const next: MarketplaceFilter = {
    sort: filter.sort,
    loanTypeIds: draft.loanTypeIds,
    ...tenors(
      number(draft.tenorFrom),
      number(draft.tenorTo),
      draft.tenorPeriodId === '' ? null : (Number(draft.tenorPeriodId) as TenorPeriodId),
    ),
    interestFrom: rate('interestFrom'),
    interestTo: rate('interestTo'),
    grades: draft.grades,
    leftFrom: draft.leftFrom,
    notMine: draft.notMine,
  }
  return { filter: next, errors: { ...contradictions(next), ...errors } }
}
