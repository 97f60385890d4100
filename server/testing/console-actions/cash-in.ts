import { recordPayment, listed, takeOverBank, takeOverCash } from '../../src/cash/testing.ts'
import { performBatch } from '../../src/platform/commands/perform-batch.ts'
import { aDepositor } from '../snap-scenario.ts'
import { aFundedLoan } from '../servicing.ts'
import { flat } from '../loan-operations.ts'
import { disbursed } from './loans.ts'
import { type ActionStage, type Fills, newName, reason, sha256 } from './stage.ts'

const cashOf =
  ({ read }: ActionStage, lenderId: string) =>
  () =>
    read(
      `select coalesce(sum(balance - held), 0)::bigint as free from account where kind = 'LENDER_CASH' and owner_id = $1`,
      lenderId,
    )

const topUp = (lenderId: string) => ({
  ...{ lenderId, amount: '500000', bank: 'BNI', paymentRequestId: newName('MASUK') },
})

type Notice = { paymentRequestId: string; number: string; referenceNo?: string }

async function tell({ context }: ActionStage, { paymentRequestId, number, referenceNo }: Notice) {
  const callId = context.random.uuid()
  const input = {
    ...{ bank: 'BNI' as const, callId, externalId: callId, paymentRequestId, amount: 40_000 },
    ...{ virtualAccountNo: `   ${number}`, referenceNo },
  }
  const [end] = await performBatch(context, recordPayment, [
    { actor: { kind: 'system' }, key: callId, input },
  ])
  if (end && 'error' in end) throw end.error
}

/** A payment to a number that is nobody's. @returns its id */
async function suspense(stage: ActionStage): Promise<string> {
  const paymentRequestId = newName('TAK-DIKENAL')
  await tell(stage, { paymentRequestId, number: '988009999999999' })
  const text = 'select id from bank_payment where payment_request_id = $1'
  const [row] = (await stage.read(text, paymentRequestId)) as { id: string }[]
  return row?.id ?? ''
}

/** A line of a borrower's payment that the operator has put into suspense. */
async function suspended(stage: ActionStage): Promise<string> {
  const lineId = await listed(stage.context, { type: 'CREDIT', amount: 112_000 })
  await stage.run('suspendBorrowerPayment', { lineId, note: reason })
  return lineId
}

export const cashInForms: Fills = {
  async recordTopUp({ lender, read }) {
    const input = topUp(await lender())
    const text = 'select told_by as by from bank_payment where payment_request_id = $1'
    return { input, effect: () => read(text, input.paymentRequestId), done: [{ by: 'OPERATOR' }] }
  },
  async creditTopUp(stage) {
    const input = topUp(await stage.lender())
    return { input: { ...input, reason }, effect: cashOf(stage, input.lenderId), done: [{ free: 500_000 }] }
  },
  async reverseTopUp(stage) {
    const lenderId = await stage.lender({ cash: 7_000_000 })
    const input = { payment: `test-${lenderId}`, reason }
    return { input, effect: cashOf(stage, lenderId), done: [{ free: 0 }] }
  },
  async assignSuspense(stage) {
    const [paymentId, lenderId] = [await suspense(stage), await stage.lender()]
    return {
      input: { paymentId, lenderId, note: reason },
      effect: cashOf(stage, lenderId),
      done: [{ free: 40_000 }],
    }
  },
  async returnSuspense(stage) {
    const [paymentId, reference] = [await suspense(stage), newName('KEMBALI')]
    const text = 'select return_reference as reference from bank_suspense where payment_id = $1'
    const effect = () => stage.read(text, paymentId)
    return { input: { paymentId, reference, note: reason }, effect, done: [{ reference }] }
  },
  async resolveConflict(stage) {
    const { numbers } = await aDepositor(stage.fixture, [1])
    const notice = { paymentRequestId: newName('DUA-KALI'), number: numbers[1] }
    for (const referenceNo of [newName('R'), newName('R')]) await tell(stage, { ...notice, referenceNo })
    const text = 'select id from bank_conflict where payment_request_id = $1'
    const [row] = (await stage.read(text, notice.paymentRequestId)) as { id: string }[]
    const input = { conflictId: row?.id ?? '', outcome: 'SEPARATE', note: reason }
    const ended = `select s.reason from bank_conflict_end e join bank_suspense s on s.payment_id = e.payment_id
      where e.conflict_id = $1`
    return { input, effect: () => stage.read(ended, input.conflictId), done: [{ reason: 'CONFLICT' }] }
  },
  async returnIdleCash(stage) {
    const { lender, fixture } = { lender: await stage.scenario.lender({ cash: 0 }), fixture: stage.fixture }
    const lenderId = String(lender.lenderId)
    fixture.travel('-20 days')
    await stage.run('creditTopUp', { ...topUp(lenderId), reason })
    fixture.travel(undefined)
    const input = { lenderId, methodPayment: '1', name: newName('Memo'), sha256 }
    return { input, effect: cashOf(stage, lenderId), done: [{ free: 0 }] }
  },
  async takeBackCash(stage) {
    const [lenderId, asOf] = [await stage.lender(), await stage.day(-1)]
    const opening = { lenderId: Number(lenderId), bank: 'BNI' as const, amount: 90_000, asOf }
    await stage.act(takeOverCash, opening)
    return { input: { lenderId, bank: 'BNI', reason }, effect: cashOf(stage, lenderId), done: [{ free: 0 }] }
  },
  async takeBackBank({ act, day, read }) {
    await act(takeOverBank, { bank: 'OTHER', balance: 70_000, asOf: await day(-1) })
    const effect = () => read(`select count(*) as taken from reversal where kind = 'BANK_OPENING'`)
    return { input: { bank: 'OTHER', reason }, effect, done: [{ taken: 1 }] }
  },
  async creditFromStatement(stage) {
    const { lenderId, numbers } = await aDepositor(stage.fixture, [1])
    const paymentRequestId = newName('MUTASI')
    const line = { type: 'CREDIT' as const, amount: 70_000, paymentRequestId, number: numbers[1] }
    const lineId = await listed(stage.context, line)
    const effect = cashOf(stage, String(lenderId))
    return { input: { lineId, note: reason }, effect, done: [{ free: 70_000 }] }
  },
  async matchToPayment(stage) {
    const input = { ...topUp(await stage.lender()), amount: '70000' }
    await stage.run('recordTopUp', input)
    const lineId = await listed(stage.context, { type: 'CREDIT', amount: 70_000 })
    const { paymentRequestId, lenderId } = input
    return {
      ...{ input: { lineId, paymentRequestId, note: reason }, effect: cashOf(stage, lenderId) },
      done: [{ free: 70_000 }],
    }
  },
  async assignBorrowerPayment(stage) {
    const { loanId, loanNumber } = await disbursed(stage)
    const lineId = await listed(stage.context, { type: 'CREDIT', amount: 90_000 })
    const text = 'select amount from loan_payment where loan_id = $1'
    const effect = () => stage.read(text, loanId)
    return { input: { lineId, loanNumber, note: reason }, effect, done: [{ amount: 90_000 }] }
  },
  async suspendBorrowerPayment({ context, read }) {
    const lineId = await listed(context, { type: 'CREDIT', amount: 112_000 })
    const effect = () => read('select amount from borrower_payment where line_id = $1', lineId)
    return { input: { lineId, note: reason }, effect, done: [{ amount: 112_000 }] }
  },
  async returnBorrowerPayment(stage) {
    const [lineId, reference] = [await suspended(stage), newName('KEMBALI')]
    const text = `select e.return_reference as reference from borrower_payment_end e
      join borrower_payment p on p.id = e.borrower_payment_id where p.line_id = $1`
    const effect = () => stage.read(text, lineId)
    return { input: { lineId, reference, note: reason }, effect, done: [{ reference }] }
  },
  async takeBankLineBack(stage) {
    const lineId = await suspended(stage)
    const text = `select r.kind from reversal r join borrower_payment p on p.id::text = r.of_id where p.line_id = $1`
    const done = [{ kind: 'BORROWER_PAYMENT' }]
    return { input: { lineId, reason }, effect: () => stage.read(text, lineId), done }
  },
  async disburseByLine(stage) {
    const { loanId, loanNumber } = await aFundedLoan(stage.context, [500_000], flat)
    const lineId = await listed(stage.context, { type: 'DEBIT', amount: 500_000 })
    const effect = () => stage.read('select status from loan_position where loan_id = $1', loanId)
    return { input: { lineId, loanNumber, note: reason }, effect, done: [{ status: 'ACTIVE' }] }
  },
  async resolveBankDifference({ scenario, read }) {
    const transactionId = newName('TAK-DIKENAL')
    const line = { type: 'CREDIT' as const, amount: 33_000, reference: null, transactionId }
    scenario.list({ ...line, at: scenario.instant(0) })
    await scenario.compare(0)
    const text = `select d.id, d.ended_as as as from bank_difference d join bank_line l on d.subject = 'line:' || l.id
      where l.bank_reference = $1`
    const [row] = (await read(text, transactionId)) as { id: string }[]
    const id = row?.id ?? ''
    return {
      input: { id, note: reason },
      effect: () => read(text, transactionId),
      done: [{ id, as: 'RESOLVED' }],
    }
  },
}
