import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { LoanCount, MarketplaceCounts } from '@pematang/contract/marketplace/choosing'
import { noGrade, tenorPeriodIds } from '../filter.ts'
import { emptyDraft, type FilterDraft } from '../filter-draft.ts'
import { tenorPeriodNames } from '../filter-words.ts'
import { loanCountText } from '../loan-count.ts'
import { typedPercent } from '../percent.ts'

/** A choice with the loans that it would leave. */
export type Choice = LoanCount & {
  label: string
  /** The fields of the draft that it fills. */
  sets: Partial<FilterDraft>
}

/** The most choices that stand below a pair of fields. */
const most = 6

const sum = (counts: readonly LoanCount[]): LoanCount => ({
  count: counts.reduce((total, { count }) => total + count, 0),
  isEstimated: counts.some(({ isEstimated }) => isEstimated),
})

const periodField = (id: number): FilterDraft['tenorPeriodId'] => {
  const known = tenorPeriodIds.find((one) => one === id)
  return known === undefined ? '' : `${known}`
}

/** The tenors that most loans have, the shortest first; each sets the range to itself. */
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

/** The units of a tenor, each with the loans of all its tenors. */
export const periodChoices = (counts: MarketplaceCounts | undefined) =>
  tenorPeriodIds.map((id) => {
    const loans = sum(counts?.tenors.filter(({ tenorPeriodId }) => tenorPeriodId === id) ?? [])
    return {
      value: `${id}` as const,
      label: tenorPeriodNames[id],
      note: counts && loanCountText(loans),
    }
  })

/** Rates to begin at, spread over those that exist; each counts the loans at it and above. */
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

/** Open amounts to begin at, up to the largest that a loan has. */
export const leftChoices = ({ left }: MarketplaceCounts): Choice[] =>
  left
    .filter(({ count }) => count > 0)
    .slice(0, most)
    .map(({ from, ...loans }) => ({
      label: `≥ ${formatRupiah(from)}`,
      sets: { leftFrom: from },
      ...loans,
    }))

/** The ratings in alphabetical order, loans without one at the end; chosen ones also when no loan has them any more. */
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

/** Whether a draft stands exactly on a choice. */
export const isChosen = ({ sets }: Choice, draft: FilterDraft): boolean =>
  Object.entries(sets).every(([field, value]) => draft[field as keyof FilterDraft] === value)

/** What a press on a choice changes: the draft stands on it, or off it when it stood there. */
export const toggled = (choice: Choice, draft: FilterDraft): Partial<FilterDraft> =>
  isChosen(choice, draft)
    ? Object.fromEntries(
        Object.keys(choice.sets).map((field) => [field, emptyDraft[field as keyof FilterDraft]]),
      )
    : choice.sets
