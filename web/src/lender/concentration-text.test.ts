import type { Concentration } from '@pematang/contract/funding/concentration/endpoints'
import { expect, test } from 'vitest'
import { concernsOf, sharesOf } from './concentration-text.ts'

const part = (
  kind: 'BORROWER' | 'LOAN_TYPE' | 'GRADE',
  name: string | null,
  share: string,
  isAbove = false,
) => ({
  ...{ kind, name, share, isAbove, amount: 1, border: 10 },
})
const shares: Concentration = {
  portfolio: 9,
  afterwards: 10,
  parts: [
    part('BORROWER', 'Sri', '12,50%', true),
    part('LOAN_TYPE', 'Pertanian', '40,00%'),
    part('GRADE', null, '7,00%'),
  ],
}

test('CHO-10 the concentration text names the shares of borrower, type and grade, and warns of one above its threshold', () => {
  expect(sharesOf(shares)).toBe(
    'Bagian dari portofolio Anda setelah pendanaan ini: Penerima Dana Sri 12,50%, jenis pinjaman Pertanian 40,00%, pinjaman tanpa rating 7,00%.',
  )
  expect(concernsOf(shares)).toEqual(['Penerima Dana Sri menjadi 12,50% dari portofolio Anda, di atas 10%.'])
})

test('CHO-10 the concentration text describes the first funding as the first, without a warning', () => {
  const first = { ...shares, portfolio: 0, parts: [part('BORROWER', 'Sri', '100,00%', true)] }
  expect(sharesOf(first)).toMatch(/^Ini pendanaan pertama Anda/)
  expect(concernsOf(first)).toEqual([])
})

test('CHO-10 the concentration warning names at most three borrowers in one sentence and counts the others', () => {
  const parts = ['A', 'B', 'C', 'D', 'E'].map((name) => part('BORROWER', name, '20,00%', true))
  expect(concernsOf({ ...shares, parts })).toEqual([
    'Penerima Dana di atas 10% dari portofolio Anda: A 20,00%, B 20,00%, C 20,00%, dan 2 lainnya.',
  ])
})
