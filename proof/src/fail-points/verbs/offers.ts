import type { Context } from '../../../../server/src/context.ts'
import { reverseTopUp } from '../../../../server/src/cash/testing.ts'
import { cancelLoan } from '../../../../server/src/loans/testing.ts'
import { many } from '../../../../server/src/platform/db/database.ts'
import { perform } from '../../../../server/src/platform/commands/perform.ts'
import { readAgreements } from '../../../../server/testing/agreements.ts'
import { logIn } from '../../../../server/testing/http.ts'
import { aTypeWithRule } from '../../../../server/testing/offers.ts'
import { aLender, aLoan, reserveFunding, signFunding } from '../../../../server/testing/people.ts'
import { longAgo } from '../../../../server/testing/servicing.ts'
import type { FailPointStand } from '../stand.ts'
import { nextNumber, type Verb } from '../verb.ts'
import { commandOn, daysAgo, operator, reason } from './commands.ts'
import { answerAtProvider, fundOverHttp } from './fundings.ts'

type Loan = { loanId: number; loanNumber: string }

async function aSettled(context: Context, loan: Loan, cash = 500_000) {
  const lender = await aLender(context, { cash })
  const { fundingId } = await reserveFunding(context, { lenderId: lender.lenderId, ...loan, amount: 400_000 })
  await signFunding(context, fundingId)
  return lender
}

const cancellation: Verb = {
  name: 'cancelled loan with a refund and a release',
  commands: ['cancelLoan'],
  async prepare(stand) {
    const { context, app } = stand
    const loan = await aLoan(context, { totalLoan: 1_000_000, loanNumber: `FP-${nextNumber()}` })
    const { lenderId } = await aSettled(context, loan)
    const waiting = await logIn(stand, app, { cash: 500_000 })
    await readAgreements(waiting, { loanNumber: loan.loanNumber, amount: 300_000 })
    const key = `funding-${nextNumber()}-of-fail-points`
    await answerAtProvider(waiting, await fundOverHttp(waiting, loan, 300_000, key), 'none')
    const concerned = { lenders: [lenderId, waiting.lenderId], loans: [loan.loanId] }
    return commandOn(stand, concerned, ['loans', 'cancel', loan.loanNumber])
  },
}

/** A loan whose offer ended a week ago, with one settled funding. */
async function anOfferThatIsOver({ context }: FailPointStand, payOutSharePpm: number | null) {
  const days = 40
  const then = longAgo(context, days)
  const clock = { ...then.clock, now: () => new Date(Date.now() - days * 86_400_000) }
  const past = { ...then, clock }
  const loanType = await aTypeWithRule(past, { payOutSharePpm })
  const loan = await aLoan(past, {
    loanNumber: `FP-${nextNumber()}`,
    loanType,
    totalLoan: 1_000_000,
    offerFrom: daysAgo(days),
    offerUntil: daysAgo(7),
  })
  return { loan, ...(await aSettled(past, loan)) }
}

const endedOffer = (name: string, payOutSharePpm: number | null): Verb => ({
  name,
  commands: ['endOffer'],
  async prepare(stand) {
    const { loan, lenderId } = await anOfferThatIsOver(stand, payOutSharePpm)
    return commandOn(stand, { lenders: [lenderId], loans: [loan.loanId] }, ['loans', 'end-offers'])
  },
})

const extension: Verb = {
  name: 'offer that an operator extends',
  commands: ['extendOffer'],
  async prepare(stand) {
    const loan = await aLoan(stand.context, { totalLoan: 1_000_000, loanNumber: `FP-${nextNumber()}` })
    const { lenderId } = await aSettled(stand.context, loan)
    const args = ['offers', 'extend', '--loan', loan.loanNumber, '--until', daysAgo(-60), '--yes']
    return commandOn(stand, { lenders: [lenderId], loans: [loan.loanId] }, args)
  },
}

/** A lender whose top-up was reversed after they had lent it; the refund of their loan covers what they owe. */
const collection: Verb = {
  name: 'receivable that is collected',
  commands: ['collectOwed'],
  task: /^task collecting receivables/,
  async prepare(stand) {
    const { context } = stand
    const loan = await aLoan(context, { totalLoan: 1_000_000, loanNumber: `FP-${nextNumber()}` })
    const { lenderId, phone } = await aSettled(context, loan)
    const payment = `test-${phone}`
    await perform(context, reverseTopUp, { actor: operator, input: { payment, reason: reason[1] } })
    return {
      lenders: [lenderId],
      loans: [loan.loanId],
      async ask() {
        await perform(context, cancelLoan, { actor: operator, input: { loanNumber: loan.loanNumber } })
        // The worker collects every 15 seconds, and as it starts.
        await stand.restartWorker()
      },
      async hasEnded() {
        const owing = await many(
          context.db,
          'bench.owing',
          'select from lender_receivable where lender_id = $1 and owed > 0',
          [lenderId],
        )
        return owing.length === 0
      },
    }
  },
}

export const offerVerbs: readonly Verb[] = [
  cancellation,
  endedOffer('end of an offer that is refunded', null),
  endedOffer('end of an offer that is closed with what is funded', 300_000),
  extension,
  collection,
]
