import { anInvestor } from '../../../../server/testing/auto-rounds.ts'
import { many, run } from '../../../../server/src/platform/db/database.ts'
import { readAgreements } from '../../../../server/testing/agreements.ts'
import { aProduct, offerBulk } from '../../../../server/testing/bulk.ts'
import { goodPassword, type LoggedIn, logIn } from '../../../../server/testing/http.ts'
import { aLoan } from '../../../../server/testing/people.ts'
import { type FailPointStand, untilAnswered } from '../stand.ts'
import { nextNumber, type Trial, type Verb } from '../verb.ts'
import { breakFundingOf } from './broken-loan.ts'

const isWhole = ({ status }: { status: number }) => status === 200

type Sent = { docToken: string; digiSignId: string }
type Loan = { loanId: number; loanNumber: string }

async function fundingsIn({ context }: FailPointStand, lenderId: number, state: string): Promise<number> {
  const rows = await many(
    context.db,
    'bench.fundings_in',
    'select from funding where lender_id = $1 and state = $2',
    [lenderId, state],
  )
  return rows.length
}

/** Opens the provider's page once the documents are there, and answers it as the lender does. */
export async function answerAtProvider(
  lender: LoggedIn,
  { docToken, digiSignId }: Sent,
  answer: 'sign' | 'reject' | 'none' = 'sign',
): Promise<void> {
  const opened = await untilAnswered(() => lender.post('/signing/token', { docToken, digiSignId }), isWhole)
  if (answer === 'none') return
  const { url } = opened.json as { url: string }
  const response = await fetch(`${url}/${answer}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin },
    body: JSON.stringify(answer === 'sign' ? { pin: '123456' } : { reason: '' }),
  })
  if (!response.ok) throw new Error(`the provider answered ${response.status}: ${await response.text()}`)
}

/**
 * Funds over HTTP with this idempotency key.
 * @returns the data for opening the provider's page
 */
export async function fundOverHttp(lender: LoggedIn, loan: Loan, amount: number, key: string): Promise<Sent> {
  const body = { loanId: loan.loanId, amount, loanNumber: loan.loanNumber }
  const funded = await untilAnswered(() => lender.pay('/funding', body, key))
  if (funded.status !== 200) throw new Error(`a funding was refused: ${funded.bytes.toString()}`)
  return funded.json as Sent
}

const fundingThat = (
  name: string,
  answer: 'sign' | 'reject',
  [state, ...commands]: [state: string, ...commands: string[]],
): Verb => ({
  name,
  commands,
  async prepare(stand) {
    const { context, app } = stand
    const lender = await logIn(stand, app, { cash: 1_000_000 })
    const loan = await aLoan(context, { totalLoan: 1_000_000 })
    await readAgreements(lender, { loanNumber: loan.loanNumber, amount: 400_000 })
    const key = `funding-${nextNumber()}-of-fail-points`
    return {
      lenders: [lender.lenderId],
      loans: [loan.loanId],
      async ask() {
        await answerAtProvider(lender, await fundOverHttp(lender, loan, 400_000, key), answer)
      },
      hasEnded: async () => (await fundingsIn(stand, lender.lenderId, state)) === 1,
    }
  },
})

/**
 * Several fundings at once, of which all but the first are one transaction. It releases its locks before its commit is
 * flushed, which that of a single funding does not.
 */
const together: Verb = {
  name: 'fundings of four lenders at once',
  commands: ['fundLoan'],
  only: /^http fundLoan/,
  async prepare(stand) {
    const { context, app } = stand
    const loan = await aLoan(context, { totalLoan: 2_000_000 })
    const lenders = await Promise.all([1, 2, 3, 4].map(() => logIn(stand, app, { cash: 500_000 })))
    await Promise.all(
      lenders.map((lender) => readAgreements(lender, { loanNumber: loan.loanNumber, amount: 400_000 })),
    )
    const number = nextNumber()
    return {
      lenders: lenders.map(({ lenderId }) => lenderId),
      loans: [loan.loanId],
      async ask() {
        const sent = await Promise.all(
          lenders.map(async (lender) => {
            const key = `funding-${number}-of-lender-${lender.lenderId}`
            return { lender, funding: await fundOverHttp(lender, loan, 400_000, key) }
          }),
        )
        for (const { lender, funding } of sent) await answerAtProvider(lender, funding, 'reject')
      },
      async hasEnded() {
        const ended = lenders.map(({ lenderId }) => fundingsIn(stand, lenderId, 'REJECTED'))
        return (await Promise.all(ended)).every((fundings) => fundings === 1)
      },
    }
  },
}

const fundedSelection: Verb = {
  name: 'funding of a selection',
  commands: ['fundSelection', 'settleFunding'],
  async prepare(stand) {
    const { context, app } = stand
    const lender = await logIn(stand, app, { cash: 1_000_000 })
    const loans = [
      await aLoan(context, { totalLoan: 1_000_000 }),
      await aLoan(context, { totalLoan: 1_000_000 }),
    ]
    for (const { loanNumber } of loans)
      await readAgreements(lender, { loanNumber, amount: 300_000, signedTogether: loans.length })
    const key = `selection-${nextNumber()}-of-fail-points`
    const body = { loans: loans.map(({ loanNumber }) => ({ loanNumber, amount: 300_000 })) }
    return {
      lenders: [lender.lenderId],
      loans: loans.map(({ loanId }) => loanId),
      async ask() {
        const funded = await untilAnswered(() => lender.pay('/funding/selection', body, key))
        if (funded.status !== 200) throw new Error(`a selection was refused: ${funded.bytes.toString()}`)
        const { list } = funded.json as { list: { funding: Sent }[] }
        for (const { funding } of list) await answerAtProvider(lender, funding)
      },
      hasEnded: async () => (await fundingsIn(stand, lender.lenderId, 'SETTLED')) === 2,
    }
  },
}

/** A bulk funding of two loans, one of which is broken if `isBroken`: every attempt to fund it fails. */
async function bulkTrial(stand: FailPointStand, isBroken: boolean): Promise<Trial> {
  const { context, app } = stand
  const lender = await logIn(stand, app, { cash: 5_000_000, userTypeId: 3 })
  await offerBulk(context, lender.lenderId)
  const product = await aProduct(context, [1_000_000, 1_000_000])
  const loans = product.loans.map(({ loanId }) => loanId)
  if (isBroken) await breakFundingOf(context, loans[0] ?? 0)
  await lender.get(`/marketplace/bulk/loan-numbers?bulk_secure_id=${product.uploadId}`)
  await untilAnswered(() => lender.post('/auth/password/validate', { password: goodPassword }), isWhole)
  const body = {
    loan_bulk_upload_group_id: product.uploadId,
    loan_type_secure_id: String(product.loanTypeId),
  }
  const key = `bulk-${nextNumber()}-of-fail-points`
  return {
    lenders: [lender.lenderId],
    loans,
    async ask() {
      const answer = await untilAnswered(() => lender.pay('/funding/bulk', body, key))
      if (answer.status !== 200) throw new Error(`a bulk funding was refused: ${answer.bytes.toString()}`)
    },
    hasEnded: async () => (await fundingsIn(stand, lender.lenderId, 'SETTLED')) === (isBroken ? 1 : 2),
  }
}

const bulkFunding: Verb = {
  name: 'bulk funding',
  commands: ['submitBulkFunding', 'fundBulkLoan', 'finishBulkFunding'],
  prepare: (stand) => bulkTrial(stand, false),
}

const brokenLoan: Verb = {
  name: 'bulk funding with a loan that always fails',
  commands: ['giveUpBulkLoan'],
  only: /giveUpBulkLoan/,
  prepare: (stand) => bulkTrial(stand, true),
}

const automaticFunding: Verb = {
  name: 'automatic funding',
  commands: ['orderAutoFunding', 'settleFunding'],
  async prepare(stand) {
    const { context } = stand
    const grade = `G${nextNumber()}`
    const { lenderId } = await anInvestor(context, { filters: { grade } })
    const loans: number[] = []
    return {
      lenders: [lenderId],
      loans,
      async ask() {
        loans.push((await aLoan(context, { grade })).loanId)
      },
      hasEnded: async () => (await fundingsIn(stand, lenderId, 'SETTLED')) === 1,
      // A worker that was killed between its look for new loans and the round leaves the next look for five minutes later.
      hurry: () =>
        run(
          context.db,
          'bench.look_again',
          `update auto_look set looked_at = looked_at - interval '1 hour' where looked_at < app_now() - interval '5 seconds'`,
          [],
        ),
    }
  },
}

export const fundingVerbs: readonly Verb[] = [
  fundingThat('funding that is signed', 'sign', ['SETTLED', 'fundLoan', 'settleFunding']),
  fundingThat('funding that is rejected', 'reject', ['REJECTED', 'fundLoan', 'releaseFunding']),
  together,
  fundedSelection,
  bulkFunding,
  brokenLoan,
  automaticFunding,
]
