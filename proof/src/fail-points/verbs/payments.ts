import { listed, recordPayment } from '../../../../server/src/cash/testing.ts'
import type { Context } from '../../../../server/src/context.ts'
import { many, one } from '../../../../server/src/platform/db/database.ts'
import { performBatch } from '../../../../server/src/platform/commands/perform-batch.ts'
import { perform } from '../../../../server/src/platform/commands/perform.ts'
import { assignVirtualAccount } from '../../../../server/src/lenders/index.ts'
import { aLender } from '../../../../server/testing/people.ts'
import type { FailPointStand } from '../stand.ts'
import { nextNumber, type Trial, type Verb } from '../verb.ts'
import { commandOn, daysAgo, note, operator, reason } from './commands.ts'

const nextVirtualAccount = (): string => `98800${String(nextNumber()).padStart(10, '0')}`

async function aDepositor(context: Context): Promise<{ lenderId: number; phone: string; number: string }> {
  const { lenderId, phone } = await aLender(context)
  const number = nextVirtualAccount()
  await perform(context, assignVirtualAccount, {
    actor: operator,
    input: {
      lenderId,
      number,
      methodPayment: 1,
      bankCode: '009',
      bankName: 'BNI',
      accountName: `PEMBERI DANA ${phone.slice(-4)}`,
    },
  })
  return { lenderId, phone, number }
}

/** A customer's payment, whose bank sends the notice until it is answered. */
function paymentTo({ sandbox }: FailPointStand, number: string): Pick<Trial, 'ask' | 'hasEnded'> {
  let paymentId = ''
  return {
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
}

/** What became of the payments of a virtual account number: in suspense, assigned, sent back or credited. */
const paymentsOf = (context: Context, number: string): Promise<unknown[]> =>
  many(
    context.db,
    'bench.payments_of',
    `select p.amount, s.reason, s.ended_at is not null as ended, s.lender_id is not null as assigned,
            s.return_reference is not null as returned, count(*) as times
       from bank_payment p left join bank_suspense s on s.payment_id = p.id
      where trim(p.number) = $1 group by 1, 2, 3, 4, 5 order by 1, 2`,
    [number],
  )

const topUp: Verb = {
  name: 'top-up by SNAP',
  commands: ['recordPayment'],
  async prepare(stand) {
    const { lenderId, number } = await aDepositor(stand.context)
    return { lenders: [lenderId], loans: [], ...paymentTo(stand, number) }
  },
}

const unknownNumber: Verb = {
  name: 'payment to an unknown number by SNAP',
  commands: ['recordPayment'],
  async prepare(stand) {
    const number = nextVirtualAccount()
    const facts = () => paymentsOf(stand.context, number)
    return { lenders: [], loans: [], ...paymentTo(stand, number), facts }
  },
}

type Reported = { number: string; amount: number; paymentRequestId: string }

/** Records a bank's notice of a payment in this process. */
async function report(
  context: Context,
  { number, amount, paymentRequestId }: Reported,
): Promise<'RECORDED' | 'CONFLICT'> {
  const callId = context.random.uuid()
  const input = {
    ...{ bank: 'BNI' as const, callId, externalId: callId, paymentRequestId },
    ...{ virtualAccountNo: number, amount },
  }
  const [outcome] = await performBatch(context, recordPayment, [
    { actor: { kind: 'system' }, key: callId, input },
  ])
  if (outcome && 'answer' in outcome && /^(RECORDED|CONFLICT)$/.test(outcome.answer))
    return outcome.answer as 'RECORDED' | 'CONFLICT'
  throw new Error(`a notice of a payment ended as ${JSON.stringify(outcome)}`)
}

async function aSuspended(context: Context): Promise<{ number: string; paymentId: string }> {
  const number = nextVirtualAccount()
  await report(context, { number, amount: 250_000, paymentRequestId: `FP-${nextNumber()}` })
  const { id } = await one<{ id: string }>(
    context.db,
    'bench.suspended',
    'select id from bank_payment where trim(number) = $1',
    [number],
  )
  return { number, paymentId: id }
}

const assignment: Verb = {
  name: 'payment in suspense that is assigned',
  commands: ['assignSuspense'],
  async prepare(stand) {
    const { number, paymentId } = await aSuspended(stand.context)
    const { lenderId, phone } = await aLender(stand.context)
    const args = ['deposits', 'assign', paymentId, '--phone', phone, ...note]
    const facts = () => paymentsOf(stand.context, number)
    return { ...commandOn(stand, { lenders: [lenderId], loans: [] }, args), facts }
  },
}

const sentBack: Verb = {
  name: 'payment in suspense that is sent back',
  commands: ['returnSuspense'],
  async prepare(stand) {
    const { number, paymentId } = await aSuspended(stand.context)
    const args = ['deposits', 'return', paymentId, '--reference', `FP-BACK-${nextNumber()}`, ...note]
    const facts = () => paymentsOf(stand.context, number)
    return { ...commandOn(stand, { lenders: [], loans: [] }, args), facts }
  },
}

const conflict: Verb = {
  name: 'conflicting notice that is a payment of its own',
  commands: ['resolveConflict'],
  async prepare(stand) {
    const { context } = stand
    const { lenderId, number } = await aDepositor(context)
    const paymentRequestId = `FP-${nextNumber()}`
    await report(context, { number, amount: 250_000, paymentRequestId })
    await report(context, { number, amount: 400_000, paymentRequestId })
    const { id } = await one<{ id: string }>(
      context.db,
      'bench.conflict',
      'select id from bank_conflict where payment_request_id = $1',
      [paymentRequestId],
    )
    const args = ['deposits', 'resolve', id, '--as', 'separate', ...note]
    const facts = () => paymentsOf(context, number)
    return { ...commandOn(stand, { lenders: [lenderId], loans: [] }, args), facts }
  },
}

const withoutNotice: Verb = {
  name: 'payment that only the statement lists',
  commands: ['creditFromStatement'],
  async prepare(stand) {
    const { lenderId, number } = await aDepositor(stand.context)
    const lineId = await listed(stand.context, {
      type: 'CREDIT',
      amount: 250_000,
      paymentRequestId: `FP-${nextNumber()}`,
      number,
    })
    const args = ['bank', 'match', lineId, '--to', 'top-up', ...note]
    return commandOn(stand, { lenders: [lenderId], loans: [] }, args)
  },
}

const byOperator: Verb = {
  name: 'top-up by the operator',
  commands: ['creditTopUp'],
  async prepare(stand) {
    const { lenderId, phone } = await aLender(stand.context)
    const payment = ['--amount', '250000', '--payment', `fail-points-${nextNumber()}`]
    const args = ['lenders', 'top-up', '--phone', phone, ...payment, '--without-line', 'fail points']
    return commandOn(stand, { lenders: [lenderId], loans: [] }, args)
  },
}

const recorded: Verb = {
  name: 'top-up by the operator that waits for the bank',
  commands: ['recordTopUp'],
  async prepare(stand) {
    const { lenderId, phone } = await aLender(stand.context)
    const payment = ['--amount', '250000', '--payment', `fail-points-${nextNumber()}`]
    return commandOn(stand, { lenders: [lenderId], loans: [] }, [
      'lenders',
      'top-up',
      '--phone',
      phone,
      ...payment,
    ])
  },
}

const listedRecord: Verb = {
  name: 'top-up by the operator that the statement confirms',
  commands: ['reconcileBank'],
  async prepare(stand) {
    const { lenderId, phone, number } = await aDepositor(stand.context)
    const response = await fetch(`${stand.sandbox}/bank/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ number, amount: 250_000, bank: 1, fault: 'unsent' }),
    })
    const { id } = (await response.json()) as { id: string }
    const payment = ['--amount', '250000', '--payment', id]
    await stand.operator(['lenders', 'top-up', '--phone', phone, ...payment])
    const args = ['withdrawals', 'reconcile', '--on', daysAgo(0), '--method', '1']
    return commandOn(stand, { lenders: [lenderId], loans: [] }, args)
  },
}

const reversed: Verb = {
  name: 'reversal of a top-up',
  commands: ['reverseTopUp'],
  async prepare(stand) {
    const { lenderId, phone } = await aLender(stand.context, { cash: 500_000 })
    const args = ['deposits', 'reverse', '--payment', `test-${phone}`, ...reason]
    return commandOn(stand, { lenders: [lenderId], loans: [] }, args)
  },
}

export const paymentVerbs: readonly Verb[] = [
  topUp,
  unknownNumber,
  assignment,
  sentBack,
  conflict,
  withoutNotice,
  byOperator,
  recorded,
  listedRecord,
  reversed,
]
