import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { WithdrawResult } from './withdraw-result.ts'
import { WithdrawResultView } from './withdraw-result-view.tsx'

const facts = { sent: 745_000, fee: 2_500, bankName: 'BCA', account: '******1111' }
const textOf = (result: WithdrawResult): string =>
  renderToStaticMarkup(
    <WithdrawResultView
      result={result}
      onKnown={() => {}}
      onTransactions={() => {}}
      onDashboard={() => {}}
    />,
  ).replaceAll(/<[^>]*>/g, '')

test('WDR-04 the result of a withdrawal calls the amount sent only when it succeeded, and names no fee when it failed', () => {
  const success = textOf({ outcome: 'success', facts })
  expect(success).toContain('DikirimRp745.000Biaya transferRp2.500')
  const failure = textOf({ outcome: 'failure', message: 'Jumlah penarikan melebihi saldo', facts })
  expect(failure).toContain('Jumlah penarikanRp745.000')
  expect(failure).not.toContain('Dikirim')
  expect(failure).not.toContain('Biaya transfer')
})
