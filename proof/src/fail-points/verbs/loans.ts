import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { payOutClearing } from '../../../../server/src/cash/index.ts'
import { restructureLoan, writeOffLoan } from '../../../../server/src/loans/index.ts'
import { perform } from '../../../../server/src/platform/commands/perform.ts'
import { recordRepayment } from '../../../../server/src/loans/testing.ts'
import { aDraftLoan } from '../../../../server/testing/loans.ts'
import { aLender } from '../../../../server/testing/people.ts'
import { aDisbursedLoan, aFundedLoan, type LentLoan } from '../../../../server/testing/servicing.ts'
import type { FailPointStand } from '../stand.ts'
import { nextNumber, type Trial, type Verb } from '../verb.ts'
import { commandOn, daysAgo, operator, reason } from './commands.ts'

const amounts = [600_000, 400_000]

const concernedIn = ({ loanId, fundings }: LentLoan) => ({
  lenders: fundings.map(({ lenderId }) => lenderId),
  loans: [loanId],
})

const lent = ({ context }: FailPointStand): Promise<LentLoan> =>
  aDisbursedLoan(context, amounts, { disbursedOn: daysAgo(35), loanNumber: `FP-${nextNumber()}` })

/**
 * Prepares a loan with one recorded payment.
 * @param before the loan, where it exists
 * @returns also the payment's reference
 */
async function repaid(
  stand: FailPointStand,
  amount: number,
  before?: LentLoan,
): Promise<{ loan: LentLoan; reference: string }> {
  const loan = before ?? (await lent(stand))
  const reference = `FP-PAYMENT-${nextNumber()}`
  await perform(stand.context, recordRepayment, {
    actor: operator,
    input: { loanNumber: loan.loanNumber, paidOn: daysAgo(0), amount, reference },
  })
  return { loan, reference }
}

const onLoan = (
  name: string,
  command: string,
  prepare: (stand: FailPointStand) => Promise<{ loan: LentLoan; args: readonly string[] }>,
): Verb => ({
  name,
  commands: [command],
  async prepare(stand): Promise<Trial> {
    const { loan, args } = await prepare(stand)
    return commandOn(stand, concernedIn(loan), args)
  },
})

const disbursement = onLoan('disbursement', 'disburseLoan', async ({ context }) => {
  const loan = await aFundedLoan(context, amounts, { now: true, loanNumber: `FP-${nextNumber()}` })
  return { loan, args: ['disbursements', 'make', loan.loanNumber] }
})

const reversedDisbursement = onLoan('reversal of a disbursement', 'reverseDisbursement', async (stand) => {
  const loan = await lent(stand)
  return { loan, args: ['disbursements', 'reverse', loan.loanNumber, ...reason] }
})

const repayment = onLoan('repayment', 'recordRepayment', async (stand) => {
  const loan = await lent(stand)
  const file = path.join(stand.folder, `repayments-${nextNumber()}.csv`)
  const line = `${loan.loanNumber},${daysAgo(0)},100000,FP-PAYMENT-${nextNumber()},,`
  writeFileSync(file, `loan_number,paid_on,amount,reference,penalty,fee\n${line}\n`)
  return { loan, args: ['repayments', 'import', file] }
})

const reversedRepayment = onLoan('reversal of a repayment', 'reverseRepayment', async (stand) => {
  const { loan, reference } = await repaid(stand, 100_000)
  return { loan, args: ['repayments', 'reverse', reference, ...reason] }
})

/** Payments of which an earlier one changes how a later one is allocated: that is reversed and recorded anew with it. */
const backDated = onLoan('repayment dated before another', 'recordRepayment', async (stand) => {
  const { loan } = await repaid(stand, 150_000)
  const payment = [
    '--paid-on',
    daysAgo(20),
    '--amount',
    '100000',
    '--reference',
    `FP-EARLIER-${nextNumber()}`,
  ]
  return { loan, args: ['repayments', 'record', loan.loanNumber, ...payment, '--yes'] }
})

const reversedEarlier = onLoan(
  'reversal of a repayment before another',
  'reverseRepayment',
  async (stand) => {
    const { loan, reference } = await repaid(stand, 100_000)
    await repaid(stand, 150_000, loan)
    return { loan, args: ['repayments', 'reverse', reference, ...reason] }
  },
)

const corrected = onLoan('repayment recorded again with its right day', 'reverseRepayment', async (stand) => {
  const { loan, reference } = await repaid(stand, 100_000)
  await repaid(stand, 150_000, loan)
  const right = ['--paid-on', daysAgo(25)]
  return { loan, args: ['repayments', 'reverse', reference, ...right, ...reason] }
})

const settlement = onLoan('early settlement', 'settleEarly', async (stand) => {
  const loan = await lent(stand)
  const today = daysAgo(0)
  const { price } = JSON.parse(await stand.operator(['loans', 'quote', loan.loanNumber, '--on', today])) as {
    price: number
  }
  const payment = ['--amount', String(price), '--paid-on', today, '--reference', `FP-SETTLED-${nextNumber()}`]
  return { loan, args: ['repayments', 'settle-early', loan.loanNumber, ...payment] }
})

const payoutOfExcess = onLoan('payout of an excess', 'payOutClearing', async (stand) => {
  const { loan } = await repaid(stand, 2_000_000)
  const payment = ['--amount', '1000', '--paid-on', daysAgo(0), '--reference', `FP-OUT-${nextNumber()}`]
  return { loan, args: ['payouts', 'excess', loan.loanNumber, ...payment, ...reason] }
})

const reversedPayout = onLoan('reversal of a payout', 'reversePayout', async (stand) => {
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
  return { loan, args: ['payouts', 'reverse', payoutId, ...reason] }
})

const writeOff = onLoan('write-off', 'writeOffLoan', async (stand) => {
  const loan = await lent(stand)
  return { loan, args: ['loans', 'write-off', loan.loanNumber, '--on', daysAgo(0), '--yes', ...reason] }
})

const reversedWriteOff = onLoan('reversal of a write-off', 'reverseWriteOff', async (stand) => {
  const loan = await lent(stand)
  await perform(stand.context, writeOffLoan, {
    actor: operator,
    input: { loanNumber: loan.loanNumber, writtenOffOn: daysAgo(0), reason: 'fail points' },
  })
  return { loan, args: ['loans', 'reverse-write-off', loan.loanNumber, ...reason] }
})

const newTerms = { interest: '0.1', interestType: 'ANNUITY', tenor: 24, tenorPeriod: 'MONTH' } as const

const restructuring = onLoan('restructuring', 'restructureLoan', async (stand) => {
  const loan = await lent(stand)
  const file = path.join(stand.folder, 'agreement.pdf')
  writeFileSync(file, 'an agreement')
  const { interest, interestType, tenor, tenorPeriod } = newTerms
  const terms = ['--interest', interest, '--interest-type', interestType, '--tenor', String(tenor)]
  const agreement = ['--agreement', `ADD/${nextNumber()}`, '--agreement-file', file]
  return {
    loan,
    args: [
      ...['loans', 'restructure', loan.loanNumber, '--agreed-on', daysAgo(0), ...terms],
      ...['--tenor-period', tenorPeriod, ...agreement],
    ],
  }
})

const reversedRestructuring = onLoan('reversal of a restructuring', 'reverseRestructuring', async (stand) => {
  const loan = await lent(stand)
  const reference = `ADD/${nextNumber()}`
  const sha256 = createHash('sha256').update(reference).digest('hex')
  await perform(stand.context, restructureLoan, {
    actor: operator,
    input: {
      loanNumber: loan.loanNumber,
      agreedOn: daysAgo(0),
      ...newTerms,
      keepInterest: false,
      agreement: { reference, sha256 },
    },
  })
  const args = ['loans', 'reverse-restructuring', loan.loanNumber, '--agreement', reference, ...reason]
  return { loan, args }
})

/** The command that takes over a loan of two lenders from another system, and whom it concerns. */
async function takeOverOf({ context, folder }: FailPointStand, isPaidOut: boolean) {
  const draft = await aDraftLoan(context, {
    loanNumber: `FP-${nextNumber()}`,
    totalLoan: 1_000_000,
    offerFrom: '2025-01-01',
    offerUntil: '2025-01-31',
  })
  const lenders = [await aLender(context, { cash: 700_000 }), await aLender(context, { cash: 500_000 })]
  const lines = lenders.map(({ phone }, place) => {
    const reference = `FP-${nextNumber()}`
    const sha256 = createHash('sha256').update(reference).digest('hex')
    const amount = amounts[place] ?? 0
    const opening = isPaidOut ? [daysAgo(10), daysAgo(20), 0, amount, 0] : ['', '', '', '', '']
    return [draft.loanNumber, phone, amount, daysAgo(30), reference, sha256, ...opening].join(',')
  })
  const file = path.join(folder, `parts-${nextNumber()}.csv`)
  const columns = 'loan_number,lender_phone,amount,signed_on,agreement_reference,agreement_sha256'
  const openingColumns = 'as_of,disbursed_on,days_late,principal_left,interest_due'
  writeFileSync(file, `${[`${columns},${openingColumns}`, ...lines].join('\n')}\n`)
  const concerned = { lenders: lenders.map(({ lenderId }) => lenderId), loans: [draft.loanId] }
  return { concerned, loanNumber: draft.loanNumber, file, args: ['loans', 'take-over', file] }
}

/** A take-over of a loan from another system: before it is paid out, or after with its opening balance. */
const takeOver = (name: string, isPaidOut: boolean): Verb => ({
  name,
  commands: ['takeOverLoan'],
  async prepare(stand) {
    const { concerned, args } = await takeOverOf(stand, isPaidOut)
    return commandOn(stand, concerned, args)
  },
})

/** Taking that back, by the number of the loan, or by the file when it was paid out. */
const takeBack = (name: string, isPaidOut: boolean): Verb => ({
  name,
  commands: ['takeBackLoan'],
  async prepare(stand) {
    const { concerned, loanNumber, file, args } = await takeOverOf(stand, isPaidOut)
    await stand.operator(args)
    const what = isPaidOut ? ['--file', file] : [loanNumber]
    return commandOn(stand, concerned, ['loans', 'take-back', ...what, '--yes', ...reason])
  },
})

export const loanVerbs: readonly Verb[] = [
  disbursement,
  reversedDisbursement,
  repayment,
  reversedRepayment,
  backDated,
  reversedEarlier,
  corrected,
  settlement,
  payoutOfExcess,
  reversedPayout,
  writeOff,
  reversedWriteOff,
  restructuring,
  reversedRestructuring,
  takeOver('take-over of a loan before its disbursement', false),
  takeOver('take-over of a loan with its opening balance', true),
  takeBack('taking back of the take-over of a loan before its disbursement', false),
  takeBack('taking back of the take-over of a loan with its opening balance', true),
]
