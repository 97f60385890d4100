import type { MarketplaceCounts } from '@pematang/contract/funding/marketplace/choosing'
import { expect, test } from 'vitest'
import { emptyDraft } from '../filter-draft.ts'
import { loanCountText } from '../loan-count.ts'
import {
  gradeChoices,
  interestChoices,
  isChosen,
  leftChoices,
  periodChoices,
  tenorChoices,
  toggled,
} from './choices.ts'

const exact = (count: number) => ({ count, isEstimated: false })
const months = (tenor: number, count: number) => ({
  tenor,
  tenorPeriodId: 3,
  tenorPeriodName: 'Bulan',
  ...exact(count),
})
const counts: MarketplaceCounts = {
  total: exact(60),
  types: [],
  grades: [
    { grade: null, ...exact(3) },
    { grade: 'B', ...exact(0) },
    { grade: 'A', count: 12_000, isEstimated: true },
  ],
  tenors: [
    { tenor: 30, tenorPeriodId: 1, tenorPeriodName: 'Hari', ...exact(4) },
    ...[1, 2, 3, 6, 9, 12, 24].map((tenor) => months(tenor, tenor === 9 ? 1 : 8)),
  ],
  interests: [
    { from: 0.1, to: 0.11, ...exact(5) },
    { from: 0.12, to: 0.13, ...exact(7) },
    { from: 0.2, to: 0.21, count: 11_000, isEstimated: true },
  ],
  left: [
    { from: 1_000_000, ...exact(60) },
    { from: 10_000_000, ...exact(20) },
    { from: 1_000_000_000, ...exact(0) },
  ],
  notMine: exact(50),
}

test('CHO-02 a filter option marks an estimated number of loans as an estimate', () => {
  expect(loanCountText({ count: 12_000, isEstimated: true })).toBe('± 12.000')
  expect(loanCountText(exact(9_999))).toBe('9.999')
})

test('CHO-02 the marketplace filter offers the most frequent tenors, the shortest first', () => {
  expect(tenorChoices(counts).map(({ label }) => label)).toEqual(
    ['1', '2', '3', '6', '12', '24'].map((tenor) => `${tenor} Bulan`),
  )
  expect(tenorChoices(counts)[3]?.sets).toEqual({ tenorFrom: '6', tenorTo: '6', tenorPeriodId: '3' })
  expect(periodChoices(counts).map(({ label, note }) => `${label} ${note}`)).toEqual([
    'Hari 4',
    'Minggu 0',
    'Bulan 49',
  ])
})

test('CHO-02 a minimum interest filter counts all loans at or above it, as an estimate if any part is estimated', () => {
  expect(interestChoices(counts).map((choice) => `${choice.label}: ${loanCountText(choice)}`)).toEqual([
    '≥ 10%: ± 11.012',
    '≥ 12%: ± 11.007',
    '≥ 20%: ± 11.000',
  ])
})

test('CHO-02 the marketplace filter offers no minimum remainder that matches no loan', () => {
  expect(leftChoices(counts).map(({ label }) => label)).toEqual(['≥ Rp1.000.000', '≥ Rp10.000.000'])
})

test('CHO-02 the filter lists ratings in order, unrated loans last, and a selected rating even when no loan has it', () => {
  expect(gradeChoices(counts, ['D']).map(({ grade }) => grade)).toEqual(['A', 'B', 'D', '-'])
})

test('CHO-02 pressing a filter option again removes it', () => {
  const [first] = interestChoices(counts)
  if (!first) throw new Error('no choice')
  const chosen = { ...emptyDraft, ...toggled(first, emptyDraft) }
  expect(isChosen(first, chosen)).toBe(true)
  expect({ ...chosen, ...toggled(first, chosen) }).toEqual(emptyDraft)
})
