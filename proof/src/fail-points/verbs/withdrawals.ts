import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../../server/src/context.ts'
import { maybe, run } from '../../../../server/src/platform/db/database.ts'
import { perform } from '../../../../server/src/platform/commands/perform.ts'
import { required } from '../../../../server/src/platform/refusal.ts'
import { storeBankAccount, suspendLender } from '../../../../server/src/lenders/testing.ts'
import { aGivenBackLine, aSentLine, listed, returnedByBank } from '../../../../server/src/cash/testing.ts'
import { heldWithdrawals } from '../../../../server/testing/held-withdrawal.ts'
import { goodPassword, logIn } from '../../../../server/testing/http.ts'
import { aLender } from '../../../../server/testing/people.ts'
import { answerLimitMs, type FailPointStand, untilAnswered } from '../stand.ts'
import { nextNumber, type Trial, type Verb } from '../verb.ts'
import { commandOn, note, operator, reason } from './commands.ts'

/** What the sandbox's bank does with orders, as its page offers it; null for paying them. */
export type BankFault = 'refused' | 'lost' | 'pendingFails' | null

type Ordered = { ends: 'PAID' | 'RETURNED'; fault?: BankFault; amount?: number }

async function withdrawalThat(
  stand: FailPointStand,
  { ends, fault = null, amount = 200_000 }: Ordered,
): Promise<Trial & { lenderId: number }> {
  const { context, app, sandbox } = stand
  const lender = await logIn(stand, app, { cash: 1_000_000 })
  const { lenderId } = lender
  const account = {
    accountName: `Pemberi Dana ${lender.phone.slice(-4)}`,
    accountNumber: `77${String(nextNumber()).padStart(8, '0')}`,
    bankCode: '014',
  }
  await perform(context, storeBankAccount, {
    actor: operator,
    input: { lenderId, ...account, bankBranch: 'Jakarta', bankName: 'Bank', methodPayment: 1 },
  })
  await switchBank(sandbox, fault)
  const body = { ...account, amount, password: goodPassword, reason: 'Kebutuhan pribadi', methodPayment: 1 }
  const key = `withdrawal-${nextNumber()}-of-fail-points`
  const atBank = () => transfersTo(sandbox, account.accountNumber)
  const end = async () => (await endOf(context, lenderId))?.state
  return {
    lenderId,
    lenders: [lenderId],
    loans: [],
    async ask() {
      const answer = await untilAnswered(() => lender.pay('/withdrawals', body, key))
      if (answer.status !== 200) throw new Error(`a withdrawal was refused: ${answer.bytes.toString()}`)
    },
    hasEnded: async () => (await end()) !== undefined,
    async check() {
      if ((await end()) !== ends) throw new Error(`a withdrawal ended as ${await end()}, not as ${ends}`)
    },
    facts: atBank,
    // An order that never reached the bank is given up after ten minutes, when the bank would refuse it as too old.
    async hurry() {
      if ((await atBank()).length === 0) await ageOrder(context, lenderId)
    },
  }
}

/** Makes the sandbox's bank do this with orders from now on; null for paying them. */
export const switchBank = (sandbox: string, transfers: BankFault): Promise<unknown> =>
  fetch(`${sandbox}/bank/switches`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ bank: 1, notices: null, transfers }),
  })

type Ended = { id: string; state: string; amount: number }

const endOf = ({ db }: Context, lenderId: number): Promise<Ended | undefined> =>
  maybe<Ended>(
    db,
    'bench.ended_withdrawal',
    'select id, state, amount from withdrawal where lender_id = $1 and ended_at is not null',
    [lenderId],
  )

const ageOrder = ({ db }: Context, lenderId: number): Promise<number> =>
  run(
    db,
    'bench.age_order',
    `update withdrawal set sent_at = sent_at - interval '20 minutes'
      where lender_id = $1 and state = 'SENT'
        and sent_at between app_now() - interval '10 minutes' and app_now() - interval '3 seconds'`,
    [lenderId],
  )

export async function transfersTo(sandbox: string, accountNumber: string) {
  const { transfers } = (await (await fetch(`${sandbox}/bank/state.json`)).json()) as {
    transfers: { account: string; amount: number; status: string }[]
  }
  return transfers
    .filter(({ account }) => account === accountNumber)
    .map(({ amount, status }) => ({ amount, status }))
}

/** Points after which the order, of which the books say that it was sent, never leaves. */
export const isNeverSent = /> sendWithdrawal: after commit$|: before bank\.transfer$/

const paid: Verb = {
  name: 'withdrawal that is paid',
  commands: ['withdraw', 'sendWithdrawal', 'settleWithdrawal'],
  prepare: (stand) => withdrawalThat(stand, { ends: 'PAID' }),
  otherEnds: [
    { points: isNeverSent, prepare: (stand) => withdrawalThat(stand, { ends: 'RETURNED', fault: 'lost' }) },
  ],
}

const refused: Verb = {
  name: 'withdrawal that the bank refuses',
  commands: ['withdraw', 'sendWithdrawal', 'returnWithdrawal'],
  prepare: (stand) => withdrawalThat(stand, { ends: 'RETURNED', fault: 'refused' }),
  otherEnds: [
    { points: isNeverSent, prepare: (stand) => withdrawalThat(stand, { ends: 'RETURNED', fault: 'lost' }) },
    {
      // The refusal was lost with the process, so the bank is asked and gives another reason.
      points: /: after bank\.transfer$|> returnWithdrawal: (?!after commit)/,
      prepare: (stand) => withdrawalThat(stand, { ends: 'RETURNED', fault: 'pendingFails' }),
    },
  ],
}

/** The amount whose first order the bank turns away (`bank-door.ts`). */
export const turnedAwayAmount = 200_777

const turnedAway: Verb = {
  name: 'withdrawal whose first order the bank turns away',
  commands: ['resetWithdrawal'],
  only: /> resetWithdrawal: /,
  prepare: (stand) => withdrawalThat(stand, { ends: 'PAID', amount: turnedAwayAmount }),
  otherEnds: [
    {
      // Nobody knows any more that the bank did not take the order, so it is not sent again.
      points: /> resetWithdrawal: (?!after commit)/,
      prepare: (stand) =>
        withdrawalThat(stand, { ends: 'RETURNED', fault: 'lost', amount: turnedAwayAmount }),
    },
  ],
}

/** A command of the operator on a withdrawal that has ended, with a line of the bank's statement. */
const withLine = (
  name: string,
  command: string,
  {
    ordered,
    use,
    line,
  }: {
    ordered: Ordered
    use: string
    line: ListLine
  },
): Verb => ({
  name,
  commands: [command],
  async prepare(stand) {
    const { lenders, withdrawalId, lineId } = await endedWithLine(stand, ordered, line)
    const args = ['withdrawals', use, withdrawalId, '--line', lineId, ...note]
    return commandOn(stand, { lenders, loans: [] }, args)
  },
})

type ListLine = (context: Context, of: { withdrawalId: string; amount: number }) => Promise<string>

async function endedWithLine(stand: FailPointStand, ordered: Ordered, line: ListLine) {
  const { context } = stand
  const trial = await withdrawalThat(stand, ordered)
  await trial.ask()
  for (const limit = Date.now() + answerLimitMs; !(await trial.hasEnded()); await sleep(25))
    if (Date.now() > limit) throw new Error('a withdrawal did not end')
  await trial.check?.()
  const { id: withdrawalId, amount } = required(await endOf(context, trial.lenderId), 'NOT_FOUND')
  const lineId = await line(context, { withdrawalId, amount })
  return { lenders: trial.lenders, withdrawalId, lineId }
}

/** A give-back by a line that was another's. */
const takenBack: Verb = {
  name: 'give-back of a withdrawal that the operator takes back',
  commands: ['takeBankLineBack'],
  async prepare(stand) {
    const { lenders, withdrawalId, lineId } = await endedWithLine(
      stand,
      { ends: 'PAID' },
      (context, { amount }) => listed(context, { type: 'CREDIT', amount }),
    )
    const input = { withdrawalId, lineId, withFee: true, note: 'fail points' }
    await perform(stand.context, returnedByBank, { actor: operator, input })
    return commandOn(stand, { lenders, loans: [] }, ['bank', 'take-back', lineId, ...reason])
  },
}

/** A withdrawal whose order never reached the bank, and that the statement lists all the same. */
const settledByLine: Verb = {
  name: 'ordered withdrawal that the operator settles by its line',
  commands: ['settleByLine'],
  async prepare(stand) {
    const { context } = stand
    const trial = await withdrawalThat(stand, { ends: 'RETURNED', fault: 'lost' })
    await trial.ask()
    const { lenderId, lenders } = trial
    const sent = () =>
      maybe<{ id: string; amount: number }>(
        context.db,
        'bench.sent_withdrawal',
        `select id, amount from withdrawal where lender_id = $1 and state = 'SENT'`,
        [lenderId],
      )
    for (const limit = Date.now() + answerLimitMs; !(await sent()); await sleep(25))
      if (Date.now() > limit) throw new Error('a withdrawal was not ordered')
    const { id, amount } = required(await sent(), 'NOT_FOUND')
    const lineId = await aSentLine(context, { withdrawalId: id, amount })
    const args = ['withdrawals', 'settle', id, '--line', lineId, ...note]
    return commandOn(stand, { lenders, loans: [] }, args)
  },
}

/** A transfer that the bank lists under our reference and the books lack, as after a restore. */
const enteredByLine: Verb = {
  name: 'withdrawal that restored books lack and its line enters',
  commands: ['enterWithdrawal'],
  async prepare(stand) {
    const { context } = stand
    const { lenderId, phone } = await aLender(context, { cash: 1_000_000 })
    const account = { accountName: 'Pemberi Dana', accountNumber: '7712345678', bankCode: '014' }
    await perform(context, storeBankAccount, {
      actor: operator,
      input: { lenderId, ...account, bankBranch: 'Jakarta', bankName: 'Bank', methodPayment: 1 },
    })
    const lineId = await aSentLine(context, { withdrawalId: context.random.uuid(), amount: 200_000 })
    const args = ['withdrawals', 'enter', lineId, '--phone', phone, ...note]
    return commandOn(stand, { lenders: [lenderId], loans: [] }, args)
  },
}

const stopped: Verb = {
  name: 'held withdrawal that the operator stops',
  commands: ['stopWithdrawal'],
  async prepare(stand) {
    const { context } = stand
    const { lenderId, held } = await heldWithdrawals(context, [200_000])
    await perform(context, suspendLender, { actor: operator, input: { lenderId, reason: 'fail points' } })
    const args = ['withdrawals', 'stop', held[0]?.id ?? '', ...note]
    return commandOn(stand, { lenders: [lenderId], loans: [] }, args)
  },
}

export const withdrawalVerbs: readonly Verb[] = [
  paid,
  refused,
  turnedAway,
  settledByLine,
  enteredByLine,
  stopped,
  takenBack,
  withLine('paid withdrawal that the bank gives back', 'returnedByBank', {
    ordered: { ends: 'PAID' },
    use: 'returned-by-bank',
    line: aGivenBackLine,
  }),
  withLine('returned withdrawal that the bank has paid', 'chargeWithdrawal', {
    ordered: { ends: 'RETURNED', fault: 'refused' },
    use: 'charge',
    line: aSentLine,
  }),
  withLine('line of a withdrawal without its reference', 'matchBankLine', {
    ordered: { ends: 'PAID' },
    use: 'match',
    line: (context, { amount }) => listed(context, { type: 'DEBIT', amount }),
  }),
]
