import { describe, expect, test } from 'vitest'
import { amounts, flat } from '../../../testing/loan-operations.ts'
import { aDisbursedLoan } from '../../../testing/servicing.ts'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'

const { fixture, operator, file } = operatorAtWork()
async function paid() {
  const loan = await aDisbursedLoan(fixture().context, amounts, { ...flat, disbursedOn: '2026-01-28' })
  const { loanNumber } = loan
  const lines = ['2026-02-28', '2026-03-28', '2026-05-10'].map(
    (day, place) => `${loanNumber},${day},112000,${loanNumber}-${place}`,
  )
  const content = ['loan_number,paid_on,amount,reference', ...lines, ''].join('\n')
  expect((await operator(['repayments', 'import', await file(content)])).exit).toBe(0)
  return loan
}

describe('VAL-01 reversals by commands', () => {
  test('VAL-01 `repayments reverse --paid-on` records the payment again at once and names the later ones that it moved', async () => {
    const { loanNumber } = await paid()
    const reference = `${loanNumber}-0`
    const asked = ['repayments', 'reverse', reference, '--reason', 'date misread', '--paid-on', '2026-03-31']
    const { exit, json } = await operator(['--json', ...asked])
    expect(exit).toBe(0)
    expect(json).toMatchObject({
      amount: 112_000,
      corrected: { principal: 100_000, interest: 12_000 },
      moved: [`${loanNumber}-1`],
    })
    const { exit: refused, json: why } = await operator([
      ...[
        '--json',
        'repayments',
        'reverse',
        reference,
        '--reason',
        'date misread',
        '--paid-on',
        '2026-01-01',
      ],
    ])
    expect(refused).not.toBe(0)
    expect(JSON.stringify(why)).toContain('DATE_BEFORE_DISBURSEMENT')
  })

  test('VAL-01 `repayments reverse --file` takes all payments of a loan back in any order of its lines', async () => {
    for (const order of [
      [0, 1, 2],
      [1, 0, 2],
    ]) {
      const { loanNumber } = await paid()
      const lines = order.map((place) => `${loanNumber}-${place},another loan was meant`)
      const content = await file(['reference,reason', ...lines, ''].join('\n'))
      const { exit, json } = await operator(['--json', 'repayments', 'reverse', '--file', content])
      expect(exit).toBe(0)
      expect(json).toMatchObject({ lines: 3, taken: 3, refused: 0, amount: 336_000 })
    }
  })
})
