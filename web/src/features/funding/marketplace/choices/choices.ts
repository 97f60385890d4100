import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { LoanCount, MarketplaceCounts } from '@pematang/contract/funding/marketplace/choosing'
import { noGrade, tenorPeriodIds } from '../filter.ts'
import { emptyDraft, type FilterDraft } from '../filter-draft.ts'
import { tenorPeriodNames } from '../filter-words.ts'
import { loanCountText } from '../loan-count.ts'
import { typedPercent } from '../percent.ts'

/** An option with the number of loans that it would leave. */
export type Choice = LoanCount & {
  label: string
  /** The draft fields that this option sets. */
  sets: Partial<FilterDraft>
}

/** The maximum number of options shown below a pair of fields. */
const most = 6

const sum = (counts: readonly LoanCount[]): LoanCount => ({
  count: counts.reduce((total, { count }) => total + count, 0),
  isEstimated: counts.some(({ isEstimated }) => isEstimated),
})

const periodField = (id: number): FilterDraft['tenorPeriodId'] => {
  const known = tenorPeriodIds.find((one) => one === id)
  return known === undefined ? '' : `${known}`
}

/** The most frequent tenors, shortest first; each sets both ends of the range. */
export function tenorChoices({ tenors }: MarketplaceCounts): Choice[] {
  const frequent = [...tenors].sort((a, b) => b.count - a.count).slice(0, most)
  return tenors
    .filter((one) => frequent.includes(one))
    .map(({ tenor, tenorPeriodId, tenorPeriodName, count, isEstimated }) => ({
      label: `${tenor} ${tenorPeriodName}`,
      sets: {
        tenorFrom: String(tenor),
        tenorTo: String(tenor),
        tenorPeriodId: periodField(tenorPeriodId),
      },
      count,
      isEstimated,
    }))
}

/** The units of a tenor, each with the number of loans of all its tenors. */
export const periodChoices = (counts: MarketplaceCounts | undefined) =>
  tenorPeriodIds.map((id) => {
    const loans = sum(counts?.tenors.filter(({ tenorPeriodId }) => tenorPeriodId === id) ?? [])
    return {
      value: `${id}` as const,
      label: tenorPeriodNames[id],
      note: counts && loanCountText(loans),
    }
  })

/**
 * Minimum interest rates to choose from, spread over the existing rates, each with the number of loans at or above it.
 */
export function interestChoices({ interests }: MarketplaceCounts): Choice[] {
  const every = Math.ceil(interests.length / most)
  return interests.flatMap(({ from }, index) =>
    index % every === 0
      ? [
          {
            label: `≥ ${typedPercent(from)}%`,
            sets: { interestFrom: typedPercent(from), interestTo: '' },
            ...sum(interests.slice(index)),
          },
        ]
      : [],
  )
}

/** Minimum remainders to choose from, up to the largest remainder of a loan. */
export const leftChoices = ({ left }: MarketplaceCounts): Choice[] =>
  left
    .filter(({ count }) => count > 0)
    .slice(0, most)
    .map(({ from, ...loans }) => ({
      label: `≥ ${formatRupiah(from)}`,
      sets: { leftFrom: from },
      ...loans,
    }))

/** The ratings in alphabetical order, loans without one last; a selected rating is listed even if no loan has it. */
export function gradeChoices(counts: MarketplaceCounts | undefined, chosen: readonly string[]) {
  const known = counts?.grades.map(({ grade, ...loans }) => ({ grade: grade ?? noGrade, loans })) ?? []
  const gone = chosen
    .filter((grade) => !known.some((one) => one.grade === grade))
    .map((grade) => ({ grade, loans: undefined }))
  return [...known, ...gone].sort(
    (a, b) =>
      Number(a.grade === noGrade) - Number(b.grade === noGrade) || a.grade.localeCompare(b.grade, 'id'),
  )
}

/** Whether the draft already has the values of an option. */
export const isChosen = ({ sets }: Choice, draft: FilterDraft): boolean =>
  Object.entries(sets).every(([field, value]) => draft[field as keyof FilterDraft] === value)

/** The change of the draft when an option is pressed: selects it, or removes it if it was selected. */
export const toggled = (choice: Choice, draft: FilterDraft): Partial<FilterDraft> =>
  isChosen(choice, draft)
    ? Object.fromEntries(
        Object.keys(choice.sets).map((field) => [field, emptyDraft[field as keyof FilterDraft]]),
      )
    : choice.sets
