import { describe, expect, test } from 'vitest'
import { amounts, flat } from '../../../testing/loan-operations.ts'
import { aDisbursedLoan, type LentLoan } from '../../../testing/servicing.ts'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'

const { fixture, operator, counts } = operatorAtWork()
const lent = (): Promise<LentLoan> =>
  aDisbursedLoan(fixture().context, amounts, { ...flat, disbursedOn: '2026-01-28' })

describe('SRV-01 a single repayment', () => {
  const record = (loan: string, reference: string, ...more: string[]) =>
    operator(['--json', 'repayments', 'record', loan, '--reference', reference, ...more])

  test('a single repayment is recorded once, today or back-dated, and printed with its parts', async () => {
    const { loanNumber, loanId } = await lent()
    const args = ['--paid-on', '2026-02-28', '--amount', '112500', '--fee', '500']
    const before = await counts()
    const dry = await record(loanNumber, 'ONE', ...args, '--dry-run')
    expect(dry.json).toMatchObject({ principal: 100_000, interest: 12_000, fee: 500, dryRun: true })
    expect(await counts()).toEqual(before)
    const result = await record(loanNumber, 'ONE', ...args)
    expect(result).toMatchObject({
      exit: 0,
      json: { loanId, principal: 100_000, interest: 12_000, penalty: 0, fee: 500, excess: 0, repaid: false },
    })
    expect((await record(loanNumber, 'ONE', ...args)).json.paymentId).toBe(result.json.paymentId)
    expect((await counts()).payments).toBe(before.payments + 1)
  })

  test('an invalid repayment is refused with its error code and exit code 2', async () => {
    const { loanNumber } = await lent()
    const ends = async (loan: string, ...more: string[]) => {
      const { exit, json } = await record(loan, 'TWO', ...more)
      return [exit, json.code]
    }
    const day = ['--paid-on', '2026-02-28']
    expect(await ends('T-NONE', ...day, '--amount', '1')).toEqual([2, 'LOAN_NOT_FOUND'])
    expect(await ends(loanNumber, '--paid-on', '2099-01-01', '--amount', '1')).toEqual([2, 'DATE_IN_FUTURE'])
    expect(await ends(loanNumber, ...day, '--amount', '1', '--fee', '2')).toEqual([
      2,
      'REPAYMENT_PARTS_TOO_LARGE',
    ])
    expect(await ends(loanNumber, ...day, '--amount', '0')).toEqual([2, undefined])
    expect(await ends(loanNumber, ...day)).toEqual([2, undefined])
  })
})
