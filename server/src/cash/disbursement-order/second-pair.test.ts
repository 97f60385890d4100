import { businessDateOf } from '@pematang/contract/format/business-date'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { confirmed } from '../../../testing/decide-proposal.ts'
import { aDisbursementScenario, type DisbursementScenario } from '../../../testing/disbursement-scenario.ts'
import { aPerson, aRule, decidedBy, proposed } from '../../../testing/staff.ts'
import { disburseByLine } from '../testing.ts'

let scenario: DisbursementScenario
let [maya, dewi, citra] = [0, 0, 0]
beforeAll(async () => {
  scenario = await aDisbursementScenario({ settings: { DISBURSEMENT_BY: 'line' } })
  maya = await aPerson(scenario.fixture, 'Maya', 'LOOK', 'WORK')
  dewi = await aPerson(scenario.fixture, 'Dewi', 'LOOK', 'DECIDE')
  citra = await aPerson(scenario.fixture, 'Citra', 'LOOK', 'DECIDE')
  for (const operation of ['disburseLoan', 'disburseByLine']) await aRule(scenario.fixture, operation)
})
afterEach(async () => expect(await scenario.fixture.books()).toEqual([]))
afterAll(() => scenario.close())

const status = async (loanNumber: string) => (await scenario.loan(loanNumber)).status

test('CON-01 what the bank lists by the reference of its order needs nobody else, also where an operator asks for the comparison', async () => {
  const loan = await scenario.funded()
  await scenario.payByFile(loan.loanNumber)
  await scenario.listPayment(loan.loanNumber)
  const today = businessDateOf(scenario.instant(0).toISOString())
  const compare = ['withdrawals', 'reconcile', '--method', '1', '--on', today]
  expect((await scenario.operator(compare)).err).toBe('')
  expect(await status(loan.loanNumber)).toBe('ACTIVE')
})

test('CON-01 that any other line pays a loan out is the word of an operator, which a second pair decides', async () => {
  const loan = await scenario.funded()
  const fee = await scenario.listPayment(loan.loanNumber, { amount: 1, reference: null, remark: 'BIAYA ADM' })
  await scenario.compare(0)
  const input = { lineId: await scenario.lineOf(fee), loanNumber: loan.loanNumber, note: 'it is this' }
  const match = [
    'bank',
    'match',
    input.lineId,
    '--to',
    `disbursement:${loan.loanNumber}`,
    '--note',
    input.note,
  ]
  expect((await scenario.operator([...match, '--operator', 'Maya'])).out).toContain('Diajukan sebagai usulan')
  expect(await status(loan.loanNumber)).toBe('FUNDED')
  // The loan counts with its sum, however small the line is, so that a rule for large ones sees it.
  await aRule(scenario.fixture, 'disburseByLine', { largeFrom: 2, largeDeciders: 2 })
  const proposal = await proposed(scenario.fixture, disburseByLine, maya, input)
  await confirmed(scenario.fixture.context, proposal)
  expect(await decidedBy(scenario.fixture, disburseByLine, citra, { proposal, input })).toMatchObject({
    state: 'AGREED',
  })
  expect(await status(loan.loanNumber)).toBe('FUNDED')
  expect(await decidedBy(scenario.fixture, disburseByLine, dewi, { proposal, input })).toMatchObject({
    state: 'DONE',
  })
  expect(await status(loan.loanNumber)).toBe('ACTIVE')
})
