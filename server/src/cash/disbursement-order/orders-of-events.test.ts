import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aDisbursementScenario,
  type DisbursementScenario,
  type ToPayOut,
} from '../../../testing/disbursement-scenario.ts'

let scenario: DisbursementScenario
beforeAll(async () => {
  scenario = await aDisbursementScenario({ settings: { DISBURSEMENT_BY: 'line' } })
})
afterAll(() => scenario.close())

const total = 1_200_000
const events = ['order', 'stop', 'pay', 'pay less', 'give back', 'compare', 'reverse', 'cancel'] as const
type Event = (typeof events)[number]

/** Lets an event happen to a loan, if it can; a refusal changes nothing. @returns what the bank's account loses by it */
async function happen(event: Event, { loanNumber }: ToPayOut, sent: number): Promise<number> {
  const note = ['--note', 'test']
  const pays = async (amount: number) => {
    if ((await scenario.state(loanNumber)) === 'none') return 0
    await scenario.listPayment(loanNumber, {
      type: amount > 0 ? 'DEBIT' : 'CREDIT',
      amount: Math.abs(amount),
    })
    return amount
  }
  switch (event) {
    case 'order':
      await scenario.payByFile(loanNumber)
      return 0
    case 'stop':
      await scenario.operator(['disbursements', 'stop', loanNumber, ...note])
      return 0
    case 'reverse':
      await scenario.operator(['disbursements', 'reverse', loanNumber, '--reason', 'test'])
      return 0
    case 'cancel':
      await scenario.operator(['loans', 'cancel', loanNumber])
      return 0
    case 'compare':
      await scenario.compare(0)
      return 0
    case 'pay':
      return pays(total)
    case 'pay less':
      return pays(total - 2_500)
    default:
      return sent > 0 ? pays(-sent) : 0
  }
}

test('OPS-05 whatever happens in which order, a loan is disbursed exactly if its money has left the bank, or a difference says what is wrong', async () => {
  const weighted = fc.constantFrom<Event>(...events, 'order', 'pay', 'compare')
  await fc.assert(
    fc.asyncProperty(fc.array(weighted, { minLength: 3, maxLength: 12 }), async (sequence) => {
      const loan = await scenario.funded()
      let sent = 0
      for (const event of ['order' as const, ...sequence]) sent += await happen(event, loan, sent)
      const { open } = await scenario.compare(0)
      const { status } = await scenario.loan(loan.loanNumber)
      const differs = open.length > 0
      expect(status === 'ACTIVE' ? sent === total : sent === 0).toBe(!differs)
      // Nothing is ordered that has left the bank.
      const left = await scenario.payByFile(loan.loanNumber)
      if (left.json.ordered > 0) expect([status, sent]).toEqual(['FUNDED', 0])
      expect(await scenario.fixture.books()).toEqual([])
      // The next sequence begins without the differences of this one.
      for (const { id } of await scenario.differences())
        await scenario.operator(['bank', 'resolve', id, '--note', 'test'])
    }),
    { numRuns: 25 },
  )
})
