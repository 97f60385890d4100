import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { payOutClearing } from '../../../server/src/clearing/index.ts'
import { writeOffLoan } from '../../../server/src/loan-terms/index.ts'
import { perform } from '../../../server/src/platform/commands/perform.ts'
import { recordRepayment } from '../../../server/src/repayment/index.ts'
import { readAgreements } from '../../../server/testing/agreements.ts'
import { logIn } from '../../../server/testing/http.ts'
import { aLender, aLoan, reserveFunding, signFunding } from '../../../server/testing/people.ts'
import { aDisbursedLoan, aFundedLoan, type LentLoan } from '../../../server/testing/servicing.ts'
import { answerAtProvider, fundOverHttp } from './lender-verbs.ts'
import type { FailPointStand } from './stand.ts'
import { nextNumber, type Trial, type Verb } from './verb.ts'

const operator = { kind: 'operator', name: 'bench' } as const
const amounts = [600_000, 400_000]

/** The business day in Jakarta this number of days before today. */
const daysAgo = (days: number): string =>
  new Date(Date.now() + 7 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)

const concernedIn = ({ loanId, fundings }: LentLoan) => ({
  lenders: fundings.map(({ lenderId }) => lenderId),
  loans: [loanId],
})

/** A trial of operator commands, which ends with its last command. */
const commandsOn = (
  stand: FailPointStand,
  concerned: Pick<Trial, 'lenders' | 'loans'>,
  args: readonly string[],
): Trial => ({
  ...concerned,
  ask: async () => void (await stand.operator(args)),
  hasEnded: async () => true,
})

const lent = ({ context }: FailPointStand): Promise<LentLoan> =>
  aDisbursedLoan(context, amounts, { disbursedOn: daysAgo(35), loanNumber: `FP-${nextNumber()}` })

/**
 * Prepares a loan with one recorded payment.
 * @returns also the payment's reference
 */
async function repaid(stand: FailPointStand, amount: number): Promise<{ loan: LentLoan; reference: string }> {
  const loan = await lent(stand)
  const reference = `FP-PAYMENT-${nextNumber()}`
  await perform(stand.context, recordRepayment, {
    actor: operator,
    input: { loanNumber: loan.loanNumber, paidOn: daysAgo(0), amount, reference },
  })
  return { loan, reference }
}

const reason = ['--reason', 'fail points']

const disbursement: Verb = {
  name: 'disbursement',
  async prepare(stand) {
    const loan = await aFundedLoan(stand.context, amounts, { now: true, loanNumber: `FP-${nextNumber()}` })
    return commandsOn(stand, concernedIn(loan), ['disbursements', 'make', loan.loanNumber])
  },
}

const reversedDisbursement: Verb = {
  name: 'reversal of a disbursement',
  async prepare(stand) {
    const loan = await lent(stand)
    return commandsOn(stand, concernedIn(loan), ['disbursements', 'reverse', loan.loanNumber, ...reason])
  },
}

const repayment: Verb = {
  name: 'repayment',
  async prepare(stand) {
    const loan = await lent(stand)
    const file = path.join(stand.folder, `repayments-${nextNumber()}.csv`)
    const line = `${loan.loanNumber},${daysAgo(0)},100000,FP-PAYMENT-${nextNumber()},,`
    writeFileSync(file, `loan_number,paid_on,amount,reference,penalty,fee\n${line}\n`)
    return commandsOn(stand, concernedIn(loan), ['repayments', 'import', file])
  },
}

const reversedRepayment: Verb = {
  name: 'reversal of a repayment',
  async prepare(stand) {
    const { loan, reference } = await repaid(stand, 100_000)
    return commandsOn(stand, concernedIn(loan), ['repayments', 'reverse', reference, ...reason])
  },
}

const payoutOfExcess: Verb = {
  name: 'payout of an excess',
  async prepare(stand) {
    const { loan } = await repaid(stand, 2_000_000)
    const amount = ['--amount', '1000', '--paid-on', daysAgo(0), '--reference', `FP-OUT-${nextNumber()}`]
    return commandsOn(stand, concernedIn(loan), ['payouts', 'excess', loan.loanNumber, ...amount, ...reason])
  },
}

const reversedPayout: Verb = {
  name: 'reversal of a payout',
  async prepare(stand) {
    const { loan } = await repaid(stand, 2_000_000)
    const { payoutId } = await perform(stand.context, payOutClearing, {
      actor: operator,
      input: {
        from: { kind: 'BORROWER_EXCESS', loanNumber: loan.loanNumber },
        amount: 1000,
        paidOn: daysAgo(0),
        reference: `FP-OUT-${nextNumber()}`,
        reason: 'fail points',
      },
    })
    return commandsOn(stand, concernedIn(loan), ['payouts', 'reverse', payoutId, ...reason])
  },
}

const writeOff: Verb = {
  name: 'write-off',
  async prepare(stand) {
    const loan = await lent(stand)
    const on = ['--on', daysAgo(0)]
    return commandsOn(stand, concernedIn(loan), ['loans', 'write-off', loan.loanNumber, ...on, ...reason])
  },
}

const reversedWriteOff: Verb = {
  name: 'reversal of a write-off',
  async prepare(stand) {
    const loan = await lent(stand)
    await perform(stand.context, writeOffLoan, {
      actor: operator,
      input: { loanNumber: loan.loanNumber, writtenOffOn: daysAgo(0), reason: 'fail points' },
    })
    return commandsOn(stand, concernedIn(loan), ['loans', 'reverse-write-off', loan.loanNumber, ...reason])
  },
}

const settlement: Verb = {
  name: 'early settlement',
  async prepare(stand) {
    const loan = await lent(stand)
    const { price } = JSON.parse(
      await stand.operator(['repayments', 'settlement-price', loan.loanNumber, '--on', daysAgo(0)]),
    ) as { price: number }
    const payment = [
      '--amount',
      String(price),
      '--paid-on',
      daysAgo(0),
      '--reference',
      `FP-SETTLED-${nextNumber()}`,
    ]
    return commandsOn(stand, concernedIn(loan), ['repayments', 'settle-early', loan.loanNumber, ...payment])
  },
}

/** A loan with a settled funding, which is refunded, and one awaiting its signature, which is released. */
const cancellation: Verb = {
  name: 'cancelled loan with a refund and a release',
  async prepare(stand) {
    const { context, app } = stand
    const loan = await aLoan(context, { totalLoan: 1_000_000, loanNumber: `FP-${nextNumber()}` })
    const { lenderId } = await aLender(context, { cash: 500_000 })
    await signFunding(
      context,
      (await reserveFunding(context, { lenderId, ...loan, amount: 400_000 })).fundingId,
    )
    const waiting = await logIn(stand, app, { cash: 500_000 })
    await readAgreements(waiting, { loanNumber: loan.loanNumber, amount: 300_000 })
    await answerAtProvider(
      waiting,
      await fundOverHttp(waiting, loan, 300_000, `funding-${nextNumber()}-of-fail-points`),
      'none',
    )
    return commandsOn(stand, { lenders: [lenderId, waiting.lenderId], loans: [loan.loanId] }, [
      'loans',
      'cancel',
      loan.loanNumber,
    ])
  },
}

const reversedTopUp: Verb = {
  name: 'reversal of a top-up',
  async prepare(stand) {
    const { lenderId, phone } = await aLender(stand.context, { cash: 500_000 })
    const payment = ['--payment', `test-${phone}`]
    return commandsOn(stand, { lenders: [lenderId], loans: [] }, [
      'deposits',
      'reverse',
      ...payment,
      ...reason,
    ])
  },
}

const topUpByOperator: Verb = {
  name: 'top-up by the operator',
  async prepare(stand) {
    const { lenderId, phone } = await aLender(stand.context)
    const payment = ['--amount', '250000', '--payment', `fail-points-${nextNumber()}`]
    return commandsOn(stand, { lenders: [lenderId], loans: [] }, [
      'lenders',
      'top-up',
      '--phone',
      phone,
      ...payment,
    ])
  },
}

/** The trials of operator commands that move money. */
export const operatorVerbs: readonly Verb[] = [
  topUpByOperator,
  reversedTopUp,
  cancellation,
  disbursement,
  reversedDisbursement,
  repayment,
  reversedRepayment,
  settlement,
  payoutOfExcess,
  reversedPayout,
  writeOff,
  reversedWriteOff,
]
