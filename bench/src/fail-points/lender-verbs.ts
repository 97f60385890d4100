import { perform } from '../../../server/src/platform/commands/perform.ts'
import { many } from '../../../server/src/platform/db/database.ts'
import { assignVirtualAccount } from '../../../server/src/profile/virtual-accounts.ts'
import { storeBankAccount } from '../../../server/src/profile/index.ts'
import { readAgreements } from '../../../server/testing/agreements.ts'
import { aProduct, offerBulk } from '../../../server/testing/bulk.ts'
import { goodPassword, type LoggedIn, logIn } from '../../../server/testing/http.ts'
import { aLoan } from '../../../server/testing/people.ts'
import { anInvestor } from '../../../server/src/auto-funding/testing/rounds.ts'
import { type FailPointStand, untilAnswered } from './stand.ts'
import { nextNumber, type Verb } from './verb.ts'

const operator = { kind: 'operator', name: 'bench' } as const
const whole = ({ status }: { status: number }) => status === 200

/** How many fundings of a lender are in this state. */
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
  { docToken, digiSignId }: { docToken: string; digiSignId: string },
  answer: 'sign' | 'reject' | 'none' = 'sign',
): Promise<void> {
  const opened = await untilAnswered(() => lender.post('/signing/token', { docToken, digiSignId }), whole)
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
export async function fundOverHttp(
  lender: LoggedIn,
  loan: { loanId: number; loanNumber: string },
  amount: number,
  key: string,
): Promise<{ docToken: string; digiSignId: string }> {
  const body = { loanId: loan.loanId, amount, loanNumber: loan.loanNumber }
  const funded = await untilAnswered(() => lender.pay('/funding', body, key))
  if (funded.status !== 200) throw new Error(`a funding was refused: ${funded.bytes.toString()}`)
  return funded.json as { docToken: string; digiSignId: string }
}

const fundingThat = (name: string, answer: 'sign' | 'reject', state: string): Verb => ({
  name,
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

/** A withdrawal. The last digits of its amount determine what the sandbox's bank does with it. */
const withdrawalThat = (name: string, amount: number): Verb => ({
  name,
  async prepare(stand) {
    const { context, app, sandbox } = stand
    const lender = await logIn(stand, app, { cash: 1_000_000 })
    const account = {
      accountName: `Pemberi Dana ${lender.phone.slice(-4)}`,
      accountNumber: `77${String(nextNumber()).padStart(8, '0')}`,
      bankCode: '014',
    }
    await perform(context, storeBankAccount, {
      actor: operator,
      input: {
        lenderId: lender.lenderId,
        ...account,
        bankBranch: 'Jakarta',
        bankName: 'Bank',
        methodPayment: 1,
      },
    })
    const body = { ...account, amount, password: goodPassword, reason: 'Kebutuhan pribadi', methodPayment: 1 }
    const key = `withdrawal-${nextNumber()}-of-fail-points`
    return {
      lenders: [lender.lenderId],
      loans: [],
      async ask() {
        const answer = await untilAnswered(() => lender.pay('/withdrawals', body, key))
        if (answer.status !== 200) throw new Error(`a withdrawal was refused: ${answer.bytes.toString()}`)
      },
      async hasEnded() {
        const rows = await many(
          context.db,
          'bench.withdrawals_ended',
          'select from withdrawal where lender_id = $1 and ended_at is not null',
          [lender.lenderId],
        )
        return rows.length > 0
      },
      async outside() {
        const { transfers } = (await (await fetch(`${sandbox}/bank/state.json`)).json()) as {
          transfers: { account: string; amount: number; status: string }[]
        }
        return transfers
          .filter((transfer) => transfer.account === account.accountNumber)
          .map((transfer) => ({ amount: transfer.amount, status: transfer.status }))
      },
    }
  },
})

const topUp: Verb = {
  name: 'top-up by SNAP',
  async prepare({ context, sandbox, app }) {
    const lender = await logIn({ context }, app)
    const number = `98800${String(nextNumber()).padStart(10, '0')}`
    await perform(context, assignVirtualAccount, {
      actor: operator,
      input: {
        lenderId: lender.lenderId,
        number,
        methodPayment: 1,
        bankCode: '009',
        bankName: 'BNI',
        accountName: `PEMBERI DANA ${lender.phone.slice(-4)}`,
      },
    })
    let paymentId = ''
    return {
      lenders: [lender.lenderId],
      loans: [],
      async ask() {
        const response = await fetch(`${sandbox}/bank/payments`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ number, amount: 250_000, bank: 1 }),
        })
        if (!response.ok) throw new Error(`the bank answered ${response.status}: ${await response.text()}`)
        paymentId = ((await response.json()) as { id: string }).id
      },
      async hasEnded() {
        const payment = (await (await fetch(`${sandbox}/bank/payments/${paymentId}`)).json()) as {
          open: boolean
        }
        return !payment.open
      },
    }
  },
}

const bulkFunding: Verb = {
  name: 'bulk funding',
  async prepare(stand) {
    const { context, app } = stand
    const lender = await logIn(stand, app, { cash: 5_000_000, userTypeId: 3 })
    await offerBulk(context, lender.lenderId)
    const product = await aProduct(context, [1_000_000, 1_000_000])
    await lender.get(`/marketplace/bulk/loan-numbers?bulk_secure_id=${product.uploadId}`)
    await untilAnswered(() => lender.post('/auth/password/validate', { password: goodPassword }), whole)
    const body = {
      loan_bulk_upload_group_id: product.uploadId,
      loan_type_secure_id: String(product.loanTypeId),
    }
    const key = `bulk-${nextNumber()}-of-fail-points`
    return {
      lenders: [lender.lenderId],
      loans: product.loans.map(({ loanId }) => loanId),
      async ask() {
        const answer = await untilAnswered(() => lender.pay('/funding/bulk', body, key))
        if (answer.status !== 200) throw new Error(`a bulk funding was refused: ${answer.bytes.toString()}`)
      },
      hasEnded: async () => (await fundingsIn(stand, lender.lenderId, 'SETTLED')) === 2,
    }
  },
}

const automaticFunding: Verb = {
  name: 'automatic funding',
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
    }
  },
}

/** The trials of commands by lenders, and of notices by their banks. */
export const lenderVerbs: readonly Verb[] = [
  fundingThat('funding that is signed', 'sign', 'SETTLED'),
  fundingThat('funding that is rejected', 'reject', 'REJECTED'),
  bulkFunding,
  automaticFunding,
  topUp,
  withdrawalThat('withdrawal that is paid', 200_000),
  withdrawalThat('withdrawal that the bank refuses', 203_401),
]
