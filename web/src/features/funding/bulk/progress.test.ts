import { expect, test } from 'vitest'
import { askAgainAfter, progressPercent } from './progress.ts'

test.each([
  [0, 250, 0],
  [125, 250, 50],
  [249, 250, 99],
  [4_999, 5_000, 99],
  [250, 250, 100],
  [0, 0, 0],
])(
  'DSH-02 a bulk funding with %i of %i loans processed shows %i percent',
  (qtyCurrentProcess, qtyLoanFunded, percent) => {
    expect(progressPercent({ qtyCurrentProcess, qtyLoanFunded })).toBe(percent)
  },
)

const run = {
  bulkFundingNumber: 'B-1',
  uploadId: 'u',
  partnerName: 'Koperasi Contoh',
  createdDate: '2026-11-21T10:00:00+07:00',
  endedDate: null,
  totalLoan: 2,
  fundedLoan: 1,
  refusedLoan: 0,
  totalAmount: 2_000_000,
  fundedAmount: 1_000_000,
  returnedAmount: 0,
  noticeId: null,
  refused: [],
}

test('DSH-02 the progress of bulk fundings is polled only while the server reports one', () => {
  const running = { ...run, status: 'RUNNING' as const }
  const done = { ...run, status: 'DONE' as const }
  expect(askAgainAfter(undefined)).toBe(false)
  expect(askAgainAfter({ isShowWidgetProcess: false, runs: [] })).toBe(false)
  expect(askAgainAfter({ isShowWidgetProcess: false, runs: [done] })).toBe(false)
  expect(askAgainAfter({ isShowWidgetProcess: true, runs: [done, running] })).toBe(1_000)
  expect(askAgainAfter({ isShowWidgetProcess: true, runs: [done] })).toBe(15_000)
})
