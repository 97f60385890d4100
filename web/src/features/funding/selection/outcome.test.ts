import type { Selection } from '@pematang/contract/funding/selection/endpoints'
import { expect, test } from 'vitest'
import { askAgainAfter, outcomeOf, overviewOf, type SelectedLoan } from './outcome.ts'

const loan = (fields: Partial<SelectedLoan>): SelectedLoan => ({
  loanNumber: 'PMT-1',
  borrowerName: 'Sri',
  amount: 100_000,
  state: null,
  signing: null,
  refusal: null,
  ...fields,
})
const toSign = (docToken: string, signBefore: string): SelectedLoan =>
  loan({ state: 'WAITING', signing: { docToken, digiSignId: 's', signCoordinatePage: 4, signBefore } })
const of = (...list: SelectedLoan[]): Selection => ({ selectionId: 'x', createdDate: '', list })

test('CHO-08 of the agreements of a selection of loans the one with the earliest deadline is signed first', () => {
  const { toSign: order, waitingAmount } = overviewOf(
    of(toSign('b', '2026-11-24T10:00:00Z'), toSign('a', '2026-11-23T10:00:00Z')),
  )
  expect(order.map(({ docToken }) => docToken)).toEqual(['a', 'b'])
  expect(waitingAmount).toBe(200_000)
})

test('CHO-09 a funded selection of loans shows the number of signed, waiting and refused fundings', () => {
  const refusal = { code: 'LOAN_CLOSED', message: 'Sudah tidak dibuka.' }
  const all = of(
    loan({ state: 'SETTLED' }),
    loan({ refusal }),
    loan({ state: 'WAITING' }),
    loan({ state: 'EXPIRED' }),
  )
  expect(overviewOf(all)).toMatchObject({
    count: 4,
    signed: 1,
    signedAmount: 100_000,
    processing: 1,
    refused: 1,
  })
  expect(all.list.map((one) => outcomeOf(one).label)).toEqual([
    'Sudah ditandatangani',
    'Tidak didanai',
    'Sedang diproses',
    'Tidak jadi',
  ])
  expect(outcomeOf(loan({ refusal })).sentence).toBe('Sudah tidak dibuka.')
})

test('CHO-08 a funded selection of loans is polled until every funding of it has ended', () => {
  expect(askAgainAfter(undefined)).toBe(false)
  expect(askAgainAfter(of(loan({ state: 'WAITING' })))).toBe(2_000)
  expect(askAgainAfter(of(toSign('a', '2026-11-23T10:00:00Z')))).toBe(10_000)
  expect(askAgainAfter(of(loan({ state: 'SETTLED' }), loan({ state: 'REJECTED' })))).toBe(false)
})
