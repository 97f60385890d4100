import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Context } from '../../../../server/src/context.ts'
import { listed, orderDisbursements } from '../../../../server/src/cash/testing.ts'
import { maybe, run } from '../../../../server/src/platform/db/database.ts'
import { perform } from '../../../../server/src/platform/commands/perform.ts'
import { aFundedLoan, type LentLoan } from '../../../../server/testing/servicing.ts'
import type { FailPointStand } from '../stand.ts'
import { nextNumber, type Trial, type Verb } from '../verb.ts'
import { commandOn, note, operator } from './commands.ts'
import { type BankFault, isNeverSent, switchBank, transfersTo, turnedAwayAmount } from './withdrawals.ts'

type ToPayOut = LentLoan & { accountNumber: string; concerned: { lenders: number[]; loans: number[] } }

async function funded({ context }: FailPointStand, amounts = [600_000, 400_000]): Promise<ToPayOut> {
  const accountNumber = `66${String(nextNumber()).padStart(8, '0')}`
  const account = { bankCode: '014', accountNumber, accountHolder: 'Usaha Contoh' }
  const loan = await aFundedLoan(context, amounts, {
    ...account,
    now: true,
    loanNumber: `FP-${nextNumber()}`,
  })
  const lenders = loan.fundings.map(({ lenderId }) => lenderId)
  return { ...loan, accountNumber, concerned: { lenders, loans: [loan.loanId] } }
}

const inFile = ({ context }: FailPointStand, { loanNumber }: LentLoan) =>
  perform(context, orderDisbursements, {
    actor: operator,
    input: { loanNumbers: [loanNumber], by: 'FILE' },
  })

/** An order that ends in this state at the bank unless a process is killed. */
async function transferThat(
  stand: FailPointStand,
  { ends, fault = null, amounts }: { ends: 'PAID' | 'RETURNED'; fault?: BankFault; amounts?: number[] },
): Promise<Trial> {
  const { context, sandbox } = stand
  const { loanNumber, loanId, accountNumber, concerned } = await funded(stand, amounts)
  await switchBank(sandbox, fault)
  const atBank = () => transfersTo(sandbox, accountNumber)
  const end = () => endOf(context, loanId)
  return {
    ...concerned,
    ask: async () => void (await stand.operator(['loans', 'disburse-list', loanNumber, '--transfer'])),
    hasEnded: async () => (await end()) !== undefined,
    async check() {
      if ((await end()) !== ends) throw new Error(`a transfer ended as ${await end()}, not as ${ends}`)
    },
    facts: async () => [await atBank(), await end()],
    // An order that never reached the bank is given up after ten minutes, when the bank would refuse it as too old.
    async hurry() {
      if ((await atBank()).length === 0) await ageOrder(context, loanId)
    },
  }
}

const endOf = async ({ db }: Context, loanId: number): Promise<string | undefined> =>
  (
    await maybe<{ state: string }>(
      db,
      'bench.ended_order',
      `select state from disbursement_order where loan_id = $1 and state in ('PAID', 'RETURNED')`,
      [loanId],
    )
  )?.state

const ageOrder = ({ db }: Context, loanId: number): Promise<number> =>
  run(
    db,
    'bench.age_disbursement',
    `update disbursement_order set sent_at = sent_at - interval '20 minutes'
      where loan_id = $1 and state = 'SENT'
        and sent_at between app_now() - interval '10 minutes' and app_now() - interval '3 seconds'`,
    [loanId],
  )

const isNever = new RegExp(isNeverSent.source.replace('sendWithdrawal', 'sendDisbursement'))
const lost = (amounts?: number[]) => (stand: FailPointStand) =>
  transferThat(stand, { ends: 'RETURNED', fault: 'lost', ...(amounts && { amounts }) })

/** A verb that is one command of the operator on a loan that is to be paid out. */
const onLoan = (
  name: string,
  command: string,
  prepare: (stand: FailPointStand, loan: ToPayOut) => Promise<readonly string[]>,
): Verb => ({
  name,
  commands: [command],
  only: /^operator /,
  async prepare(stand) {
    const loan = await funded(stand)
    return commandOn(stand, loan.concerned, await prepare(stand, loan))
  },
})

type OpenOrders = { orders: { loanNumber: string; fileId: string }[] }

/** A file that was not written when its command was killed is written again, as the list of open orders names it. */
const paymentFile: Verb = {
  name: 'payment file',
  commands: ['orderDisbursements'],
  async prepare(stand) {
    const { loanNumber, concerned } = await funded(stand)
    const out = path.join(stand.folder, `payments-${nextNumber()}.csv`)
    return {
      ...concerned,
      async ask() {
        if (existsSync(out)) return
        await stand.operator(['loans', 'disburse-list', loanNumber, '--out', out])
        if (existsSync(out)) return
        const open = JSON.parse(
          await stand.operator(['disbursements', 'open', '--limit', '500']),
        ) as OpenOrders
        const { fileId = '' } = open.orders.find((order) => order.loanNumber === loanNumber) ?? {}
        await stand.operator(['loans', 'disburse-list', '--again', fileId, '--out', out])
      },
      hasEnded: async () => true,
      facts: async () => readFileSync(out, 'utf8').split(loanNumber).length - 1,
    }
  },
}

export const disbursementVerbs: readonly Verb[] = [
  paymentFile,
  onLoan('order that the operator stops', 'stopDisbursement', async (stand, loan) => {
    await inFile(stand, loan)
    return ['disbursements', 'stop', loan.loanNumber, ...note]
  }),
  onLoan('loan that a line pays out', 'disburseByLine', async (stand, loan) => {
    await inFile(stand, loan)
    const line = await listed(stand.context, { type: 'DEBIT', amount: 1_000_000 })
    return ['bank', 'match', line, '--to', `disbursement:${loan.loanNumber}`, ...note]
  }),
  {
    name: 'transfer to a borrower that is paid',
    commands: ['orderDisbursements', 'sendDisbursement', 'payDisbursement'],
    // The signatures of its fundings and the rounds of strategies are other verbs.
    only: /disburse|Disburse|bank\./,
    prepare: (stand) => transferThat(stand, { ends: 'PAID' }),
    otherEnds: [{ points: isNever, prepare: lost() }],
  },
  {
    name: 'transfer to a borrower that the bank refuses',
    commands: ['returnDisbursement'],
    only: /> returnDisbursement: |bank\.transfer$/,
    prepare: (stand) => transferThat(stand, { ends: 'RETURNED', fault: 'refused' }),
    otherEnds: [{ points: isNever, prepare: lost() }],
  },
  {
    name: 'transfer to a borrower whose first order the bank turns away',
    commands: ['resetDisbursement'],
    only: /> resetDisbursement: /,
    prepare: (stand) => transferThat(stand, { ends: 'PAID', amounts: [turnedAwayAmount] }),
    otherEnds: [
      // Nobody knows any more that the bank did not take the order, so it is not sent again.
      { points: /> resetDisbursement: (?!after commit)/, prepare: lost([turnedAwayAmount]) },
    ],
  },
]
