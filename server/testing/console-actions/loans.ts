import { aProduct } from '../bulk.ts'
import { flat } from '../loan-operations.ts'
import { aDraftLoan } from '../loans.ts'
import { anOpenedLoan } from '../opening.ts'
import { aLoan } from '../people.ts'
import { aDisbursedLoan, aFundedLoan } from '../servicing.ts'
import { type ActionStage, type Fills, newName, reason, sha256 } from './stage.ts'

/** A loan of Rp1,000,000 that was paid out five days ago. */
export async function disbursed({ context, day }: ActionStage) {
  const disbursedOn = await day(-5)
  const { loanId, loanNumber } = await aDisbursedLoan(context, [1_000_000], { ...flat, disbursedOn })
  return { loanId, loanNumber, day: disbursedOn }
}

const statusOf =
  ({ read }: ActionStage, loanNumber: string) =>
  () =>
    read(
      'select p.status from loan l join loan_position p on p.loan_id = l.id where l.loan_number = $1',
      loanNumber,
    )

const paidOf =
  ({ read }: ActionStage, loanId: number) =>
  () =>
    read('select coalesce(sum(amount), 0)::bigint as paid from loan_payment where loan_id = $1', loanId)

const restructuring = (loanNumber: string, agreedOn: string) => ({
  ...{ loanNumber, agreedOn, interest: '0.1', interestType: 'FLAT', tenor: '6', tenorPeriod: 'MONTH' },
  ...{ reference: `ADD-${loanNumber}`, sha256 },
})

const typeOf =
  ({ read }: ActionStage, name: string) =>
  () =>
    read('select status, extend_days as days from loan_type where name = $1', name)

async function aLoanType(stage: ActionStage): Promise<string> {
  const name = newName('Perikanan Darat')
  await stage.run('addLoanType', { name, isNew: 'true' })
  return name
}

export const loanForms: Fills = {
  async recordRepayment(stage) {
    const { loanId, loanNumber, day } = await disbursed(stage)
    const input = { loanNumber, paidOn: day, amount: '20000', reference: newName('BAYAR') }
    return { input, effect: paidOf(stage, loanId), done: [{ paid: 20_000 }] }
  },
  async settleEarly(stage) {
    const { loanNumber, day } = await disbursed(stage)
    const input = { loanNumber, paidOn: day, amount: '2000000', reference: newName('LUNAS') }
    return { input, effect: statusOf(stage, loanNumber), done: [{ status: 'REPAID' }] }
  },
  async reverseRepayment(stage) {
    const { loanId, loanNumber, day } = await disbursed(stage)
    const reference = newName('SALAH')
    await stage.run('recordRepayment', { loanNumber, paidOn: day, amount: '10000', reference })
    const input = { reference, paidOn: day, amount: '11000', reason }
    return { input, effect: paidOf(stage, loanId), done: [{ paid: 11_000 }] }
  },
  async disburseLoan(stage) {
    const { loanNumber } = await aFundedLoan(stage.context, [500_000], flat)
    return { input: { loanNumber }, effect: statusOf(stage, loanNumber), done: [{ status: 'ACTIVE' }] }
  },
  async reverseDisbursement(stage) {
    const { loanNumber } = await disbursed(stage)
    return {
      input: { loanNumber, reason },
      effect: statusOf(stage, loanNumber),
      done: [{ status: 'FUNDED' }],
    }
  },
  async storeLoanAccount({ context, read }) {
    const { loanId, loanNumber } = await aFundedLoan(context, [500_000], flat)
    const account = { bankCode: '014', accountNumber: '5512345678', accountHolder: 'Tani' }
    const text =
      'select account_number as number, account_holder as holder from loan_account where loan_id = $1'
    const done = [{ number: '5512345678', holder: 'Tani' }]
    return { input: { loanNumber, ...account, reason }, effect: () => read(text, loanId), done }
  },
  async writeOffLoan(stage) {
    const { loanNumber, day } = await disbursed(stage)
    const input = { loanNumber, writtenOffOn: day, reason }
    return { input, effect: statusOf(stage, loanNumber), done: [{ status: 'WRITTEN_OFF' }] }
  },
  async reverseWriteOff(stage) {
    const { loanNumber, day } = await disbursed(stage)
    await stage.run('writeOffLoan', { loanNumber, writtenOffOn: day, reason })
    return {
      input: { loanNumber, reason },
      effect: statusOf(stage, loanNumber),
      done: [{ status: 'ACTIVE' }],
    }
  },
  async restructureLoan(stage) {
    const { loanId, loanNumber, day } = await disbursed(stage)
    const effect = () => stage.read('select tenor, interest from restructuring where loan_id = $1', loanId)
    const input = restructuring(loanNumber, day)
    return { input, effect, done: [{ tenor: 6, interest: '0.100000' }] }
  },
  async reverseRestructuring(stage) {
    const { loanNumber, day } = await disbursed(stage)
    await stage.run('restructureLoan', restructuring(loanNumber, day))
    return {
      input: { loanNumber, reason },
      effect: statusOf(stage, loanNumber),
      done: [{ status: 'ACTIVE' }],
    }
  },
  async publishLoans(stage) {
    const { loanNumber } = await aDraftLoan(stage.context)
    return { input: { loanNumber }, effect: statusOf(stage, loanNumber), done: [{ status: 'OFFERED' }] }
  },
  async extendOffer({ context, day, read }) {
    const { loanId, loanNumber } = await aLoan(context)
    const until = await day(40)
    const effect = () => read('select offer_until as until from loan_position where loan_id = $1', loanId)
    return { input: { loanNumber, until, beyondAgreements: 'true' }, effect, done: [{ until }] }
  },
  async cancelLoan(stage) {
    const { loanNumber } = await aLoan(stage.context)
    const done = [{ status: 'CANCELLED' }]
    return { input: { loanNumber, reason }, effect: statusOf(stage, loanNumber), done }
  },
  async deleteDraft(stage) {
    const { loanNumber } = await aDraftLoan(stage.context)
    const done = [{ status: 'DELETED' }]
    return { input: { loanNumber, reason }, effect: statusOf(stage, loanNumber), done }
  },
  async restoreDraft(stage) {
    const { loanNumber } = await aDraftLoan(stage.context)
    await stage.run('deleteDraft', { loanNumber, reason })
    return { input: { loanNumber, reason }, effect: statusOf(stage, loanNumber), done: [{ status: 'DRAFT' }] }
  },
  async renameBorrower({ context, read }) {
    const borrowerNumber = newName('PENERIMA')
    await aDraftLoan(context, { borrowerNumber })
    const effect = () => read('select name from borrower where number = $1', borrowerNumber)
    const input = { borrowerNumber, name: 'Tani Makmur', reason }
    return { input, effect, done: [{ name: 'Tani Makmur' }] }
  },
  async addLoanType(stage) {
    const name = newName('Perikanan Tangkap')
    return {
      input: { name, isNew: 'true' },
      effect: typeOf(stage, name),
      done: [{ status: 'ACTIVE', days: 0 }],
    }
  },
  async setLoanTypeStatus(stage) {
    const name = await aLoanType(stage)
    const done = [{ status: 'INACTIVE', days: 0 }]
    return { input: { name, status: 'INACTIVE' }, effect: typeOf(stage, name), done }
  },
  async setOfferRule(stage) {
    const name = await aLoanType(stage)
    const input = { name, extendDays: '7', extendTimes: '2', payOutSharePpm: '0.8', payOutDays: '14' }
    return { input, effect: typeOf(stage, name), done: [{ status: 'ACTIVE', days: 7 }] }
  },
  async publishBulkProduct({ context, read }) {
    const { number } = await aProduct(context, [500_000, 500_000], { draft: true })
    const effect = () => read('select status from bulk_product where number = $1', number)
    return { input: { number }, effect, done: [{ status: 'OFFERED' }] }
  },
  async takeBackLoan(stage) {
    const { loanNumber } = await anOpenedLoan(stage.context)
    return { input: { loanNumber, reason }, effect: statusOf(stage, loanNumber), done: [{ status: 'DRAFT' }] }
  },
}
