import { aGivenBackLine, aSentLine, listed, recordEstate, referenceOf } from '../../src/cash/testing.ts'
import { heldWithdrawals } from '../held-withdrawal.ts'
import { disbursed } from './loans.ts'
import { type ActionStage, type Fills, newName, reason, sha256 } from './stage.ts'

const amount = 200_000

const stateOf =
  ({ read }: ActionStage, id: string) =>
  () =>
    read('select state, end_reason as why from withdrawal where id = $1', id)

type Trouble = ReturnType<ActionStage['scenario']['bank']['trouble']>

type Ordered = { trouble?: Trouble; until?: 'SENT' | 'PAID' | 'RETURNED'; ago?: number }

async function ordered(
  stage: ActionStage,
  { trouble = 'none', until = 'PAID', ago = 0 }: Ordered = {},
): Promise<{ id: string; lenderId: number }> {
  const { scenario, fixture } = stage
  scenario.bank.trouble = () => trouble
  fixture.travel(`-${ago} seconds`)
  const lender = await scenario.lender()
  const { id } = await lender.withdraw(amount)
  // On a busy machine the bank's first answer may come too late.
  for (let later = 0; later < 600; later += 60) {
    await scenario.follow(later - ago)
    const [row] = (await stateOf(stage, id)()) as { state: string }[]
    if (row?.state === until) break
  }
  scenario.bank.trouble = () => 'none'
  return { id, lenderId: lender.lenderId }
}

const orderOf =
  ({ read }: ActionStage, loanId: number) =>
  () =>
    read('select state, end_reason as why from disbursement_order where loan_id = $1', loanId)

const excessOf = (loanNumber: string, day: string) => ({
  ...{ kind: 'BORROWER_EXCESS', bank: '1', loanNumber, amount: '50000', paidOn: day },
  ...{ reference: newName('LEBIH'), reason },
})

/** A loan that was repaid with Rp50,000 more than was owed at most. */
async function overpaid(stage: ActionStage) {
  const loan = await disbursed(stage)
  const payment = { loanNumber: loan.loanNumber, paidOn: loan.day, amount: '2000000' }
  await stage.run('settleEarly', { ...payment, reference: newName('LUNAS') })
  return loan
}

const payoutsOf =
  ({ read }: ActionStage, loanId: number) =>
  () =>
    read(
      `select p.amount, exists (select from reversal r where r.kind = 'PAYOUT' and r.of_id = p.id::text) as gone
         from payout p where p.account_kind = 'BORROWER_EXCESS' and p.owner_id = $1`,
      loanId,
    )

/** A dead lender with cash and one heir. */
async function anEstate({ scenario, act }: ActionStage): Promise<string> {
  const { lenderId } = await scenario.lender()
  const heir = { accountName: 'Pemberi Dana 0001', accountNumber: '8800000001', bankCode: '014' }
  const document = { name: newName('SKW'), sha256 }
  const heirs = [{ ...heir, share: { numerator: 1, denominator: 1 } }]
  await act(recordEstate, { lenderId, document, heirs, reason })
  return String(lenderId)
}

export const cashOutForms: Fills = {
  async stopWithdrawal(stage) {
    const { held } = await heldWithdrawals(stage.context, [amount])
    const id = held[0]?.id ?? ''
    const done = [{ state: 'RETURNED', why: 'STOPPED' }]
    return { input: { id, note: reason }, effect: stateOf(stage, id), done }
  },
  async returnWithdrawal(stage) {
    const { id } = await ordered(stage, { trouble: 'lose', until: 'SENT', ago: 7_200 })
    const done = [{ state: 'RETURNED', why: 'NOT_PAID' }]
    return { input: { id, note: reason }, effect: stateOf(stage, id), done }
  },
  async settleByLine(stage) {
    const { id } = await ordered(stage, { trouble: 'lose', until: 'SENT' })
    const lineId = await aSentLine(stage.context, { withdrawalId: id, amount })
    const input = { withdrawalId: id, lineId, note: reason }
    return { input, effect: stateOf(stage, id), done: [{ state: 'PAID', why: null }] }
  },
  async returnedByBank(stage) {
    const { id } = await ordered(stage)
    const lineId = await aGivenBackLine(stage.context, { withdrawalId: id, amount })
    const text = 'select amount, fee from withdrawal_return where withdrawal_id = $1'
    const input = { withdrawalId: id, lineId, withFee: 'true', note: reason }
    return { input, effect: () => stage.read(text, id), done: [{ amount, fee: 2_500 }] }
  },
  async chargeWithdrawal(stage) {
    const { id, lenderId } = await ordered(stage, { trouble: 'refuse', until: 'RETURNED' })
    const lineId = await aSentLine(stage.context, { withdrawalId: id, amount })
    const text = `select balance from account where kind = 'LENDER_CASH' and owner_id = $1`
    const input = { withdrawalId: id, lineId, note: reason }
    return { input, effect: () => stage.read(text, lenderId), done: [{ balance: 797_500 }] }
  },
  async matchToWithdrawal(stage) {
    const { id } = await ordered(stage)
    const lineId = await listed(stage.context, { type: 'DEBIT', amount })
    const text = 'select line_id as line from bank_line_match where withdrawal_id = $1'
    const input = { withdrawalId: id, lineId, note: reason }
    return { input, effect: () => stage.read(text, id), done: [{ line: lineId }] }
  },
  async enterWithdrawal(stage) {
    const { lenderId } = await stage.scenario.lender()
    const reference = referenceOf(stage.context.random.uuid())
    const lineId = await listed(stage.context, { type: 'DEBIT', amount, reference })
    const text = 'select state, amount from withdrawal where lender_id = $1'
    const input = { lineId, lenderId: String(lenderId), note: reason }
    return { input, effect: () => stage.read(text, lenderId), done: [{ state: 'PAID', amount }] }
  },
  async orderDisbursements(stage) {
    const { loanId, loanNumber } = await stage.scenario.funded()
    const done = [{ state: 'ORDERED', why: null }]
    return { input: { loanNumber, by: 'TRANSFER' }, effect: orderOf(stage, loanId), done }
  },
  async stopDisbursement(stage) {
    const { loanId, loanNumber } = await stage.scenario.funded()
    await stage.run('orderDisbursements', { loanNumber, by: 'TRANSFER' })
    const done = [{ state: 'RETURNED', why: 'STOPPED' }]
    return { input: { loanNumber, note: reason }, effect: orderOf(stage, loanId), done }
  },
  async payOutClearing(stage) {
    const { loanId, loanNumber, day } = await overpaid(stage)
    const done = [{ amount: 50_000, gone: false }]
    return { input: excessOf(loanNumber, day), effect: payoutsOf(stage, loanId), done }
  },
  async reversePayout(stage) {
    const { loanId, loanNumber, day } = await overpaid(stage)
    await stage.run('payOutClearing', excessOf(loanNumber, day))
    const [row] = (await stage.read('select id from payout where owner_id = $1', loanId)) as { id: string }[]
    const done = [{ amount: 50_000, gone: true }]
    return { input: { payoutId: row?.id ?? '', reason }, effect: payoutsOf(stage, loanId), done }
  },
  async setTaxYear({ read }) {
    const input = { year: '2025', closed: 'true', confirmed: 'true', reason }
    const effect = () => read('select closed from tax_year where year = 2025')
    return { input, effect, done: [{ closed: true }] }
  },
  async payHeirs(stage) {
    const lenderId = await anEstate(stage)
    const input = { lenderId, methodPayment: '1', sha256, feeByPlatform: 'true' }
    const text = 'select heir, basis from ordered_withdrawal where lender_id = $1'
    return { input, effect: () => stage.read(text, lenderId), done: [{ heir: 1, basis: 1_000_000 }] }
  },
  async changeHeirAccount(stage) {
    const lenderId = await anEstate(stage)
    const account = { accountName: 'Ahli Waris', bankCode: '008', accountNumber: '8800000002' }
    const input = { lenderId, heir: '1', ...account, document: newName('Surat'), sha256: 'b2'.repeat(32) }
    const text = `select account_number as number, bank_code as bank from lender_bank_account_version
      where lender_id = $1 and heir = 1 order by version desc limit 1`
    const done = [{ number: '8800000002', bank: '008' }]
    return { input, effect: () => stage.read(text, lenderId), done }
  },
  async takeBackEstate(stage) {
    const lenderId = await anEstate(stage)
    const effect = () => stage.read('select 1 as stands from estate where lender_id = $1', lenderId)
    return { input: { lenderId, reason }, effect, done: [] }
  },
}
