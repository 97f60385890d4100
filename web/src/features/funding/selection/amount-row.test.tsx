import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AmountRow } from './amount-row.tsx'

const chosen = {
  loanNumber: 'PMT-1',
  borrowerName: 'Sri',
  interestPercentage: 0.12,
  minimumFunding: 500_000,
  outstandingFunding: 2_000_000,
  amount: 750_000,
}
const textOf = (isGone: boolean): string =>
  renderToStaticMarkup(
    <AmountRow
      chosen={chosen}
      readOnly={false}
      isGone={isGone}
      sentence={null}
      onAmount={() => {}}
      onRemove={() => {}}
    />,
  ).replaceAll(/<[^>]*>/g, '')

test('SCR-11 CHO-09 a selected loan that others have funded in full meanwhile shows a remainder of zero, not the old one', () => {
  expect(textOf(false)).toContain('Sisa Rp2.000.000')
  expect(textOf(true)).toContain('Sisa Rp0')
  expect(textOf(true)).not.toContain('Rp2.000.000')
})
