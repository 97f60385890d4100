import type { MarketplaceLoan } from '@pematang/contract/funding/marketplace/endpoints'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { summaryKey } from '../../../lender/summary.ts'
import { type AmountChoice, useAmountCheck } from '../../../agreement/amount-field.tsx'
import { AmountStep } from './amount-step.tsx'

const loan = {
  loanNumber: 'PMT-1',
  loanTypeName: 'Modal Kerja',
  interestPercentage: 0.12,
  interestTypeName: 'Flat',
  totalLoan: 20_000_000,
  minimumFunding: 500_000,
  outstandingFunding: 12_250_000,
  purposeLoan: null,
  factsheetUrl: null,
} as MarketplaceLoan

type Given = {
  choice: AmountChoice
  cashBalance?: number
  fundingRoom?: number | null
  refusal?: string
  shownBefore?: number
}

/** Renders the step in its initial state; without a cash balance, the call for the balance is still pending. */
function draw({
  choice,
  cashBalance,
  fundingRoom = null,
  refusal,
  shownBefore = loan.outstandingFunding,
}: Given) {
  const client = new QueryClient()
  if (cashBalance !== undefined) client.setQueryData(summaryKey, { cashBalance, fundingRoom })
  let valid: boolean | null = null
  const Valid = () => {
    valid = useAmountCheck(loan, choice).valid
    return null
  }
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Valid />
      <AmountStep
        formId="amount"
        fieldRef={null}
        loan={loan}
        choice={choice}
        onChange={() => undefined}
        refusal={refusal ?? null}
        shownBefore={shownBefore}
        onSubmit={() => undefined}
      />
    </QueryClientProvider>,
  )
  return { text: html.replaceAll(/<[^>]*>/g, ''), html, valid }
}

const typed = (amount: number | null): AmountChoice => ({ all: false, typed: amount })

test.each([
  [null, 40_000_000, false, 'Minimal Rp500.000'],
  [1_000_000, 40_000_000, true, 'Minimal Rp500.000'],
  [400_000, 40_000_000, false, 'Minimum jumlah pendanaan adalah Rp500.000'],
  [1_000_000, 900_000, false, 'Jumlah cash balance saat ini Rp900.000'],
])(
  'FND-02 whether a funding of %j with a cash balance of %i is valid: %s',
  (amount, cashBalance, isValid, sentence) => {
    const { text, valid } = draw({ choice: typed(amount), cashBalance })
    expect(valid).toBe(isValid)
    expect(text).toContain(sentence)
  },
)

test('FND-02 no funding amount is valid before the cash balance has loaded', () => {
  expect(draw({ choice: typed(1_000_000) }).valid).toBe(false)
})

test('FND-01 "Danai Semua" (fund all) fills in the whole remainder and locks the field', () => {
  const { html, valid } = draw({ choice: { all: true, typed: 7 }, cashBalance: 40_000_000 })
  expect(html).toMatch(/<input[^>]*readOnly=""[^>]*value="12\.250\.000"/)
  expect(valid).toBe(true)
})

test('SCR-11 the server’s refusal of a funding amount replaces the message of the browser', () => {
  const { text } = draw({ choice: typed(1), cashBalance: 40_000_000, refusal: 'Dana sudah penuh' })
  expect(text).toContain('Dana sudah penuh')
  expect(text).not.toContain('Minimum jumlah pendanaan')
})

test('SCR-11 the funding dialog shows a change of the remainder since it was opened, and nothing without a change', () => {
  const given = { choice: typed(null), cashBalance: 40_000_000 }
  expect(draw(given).text).not.toContain('baru saja berubah')
  expect(draw({ ...given, shownBefore: 15_000_000 }).text).toContain(
    'Sisa pendanaan baru saja berubah: dari Rp15.000.000 menjadi Rp12.250.000.',
  )
})

test.each([
  [null, false],
  [40_000_000, false],
  [39_999_999, true],
  [0, true],
])(
  'LIM-02 whether the funding dialog shows a remaining limit of %j beside a cash balance of 40 million: %s',
  (fundingRoom, isSaid) => {
    const { text } = draw({ choice: typed(null), cashBalance: 40_000_000, fundingRoom })
    expect(text.includes('Sisa batas pendanaan Anda')).toBe(isSaid)
  },
)
