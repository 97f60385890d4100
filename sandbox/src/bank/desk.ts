import { randomBytes } from 'node:crypto'
import type { Book } from './book.ts'
import type { GenuineCall } from './door.ts'
import type { SandboxBank } from './keys.ts'
import { type Status, statusAt, type Transfer } from './model.ts'
import { type Answer, answer } from './snap/answers.ts'
import { type Fields, jakarta, rupiah, text, writeAmount } from './snap/fields.ts'
import { type TransferTrouble, troubleOfAccount, troubleOfAmount } from './troubles.ts'

/** Everything that the transfers of a bank work with. */
export type Desk = {
  bank: SandboxBank
  book: Book
  now: () => Date
  /** How long the bank waits where it is slow, and where it times out, milliseconds. */
  slowMs: number
  timeoutMs: number
  /** How long money is under way where it is late, milliseconds. */
  lateMs: number
  /** Waits; cut short when the process stops. */
  sleep: (milliseconds: number) => Promise<void>
}

const REFERENCE = /^[\w.-]{1,64}$/
const ACCOUNT = /^\d{5,34}$/
const BANK_CODE = /^\w{3,11}$/

/** Services 15 and 16: whose an account is. */
export async function inquireAccount(desk: Desk, service: '15' | '16', call: GenuineCall): Promise<Answer> {
  const { fields } = call
  const partnerReferenceNo = text(fields, 'partnerReferenceNo', REFERENCE)
  const beneficiaryAccountNo = text(fields, 'beneficiaryAccountNo', ACCOUNT)
  const bankCode = service === '16' ? text(fields, 'beneficiaryBankCode', BANK_CODE) : null
  const trouble = troubleOfAccount(beneficiaryAccountNo)
  if (trouble === 'unknown') return answer(service, 'accountUnknown')
  return answer(service, 'ok', {
    referenceNo: newReference(desk),
    partnerReferenceNo,
    beneficiaryAccountNo,
    beneficiaryAccountName: trouble === 'foreign' ? 'Orang Lain' : holderOf(fields),
    beneficiaryAccountStatus: trouble === 'inactive' ? 'Inactive' : 'Active',
    ...(bankCode === null ? {} : { beneficiaryBankCode: bankCode }),
    currency: 'IDR',
  })
}

/** The sandbox knows no people: an account is whose the caller says it is. */
function holderOf({ additionalInfo }: Fields): string {
  const { beneficiaryAccountName: name } = (additionalInfo ?? {}) as Fields
  return typeof name === 'string' && name !== '' ? name : 'Pemilik Rekening'
}

/** Services 17 and 18: takes the order to pay, and answers with what has become of it until now. */
export async function transfer(desk: Desk, service: '17' | '18', call: GenuineCall): Promise<Answer> {
  const { bank, book } = desk
  const wanted = readOrder(desk, service, call)
  const known = book.transfer(bank.methodPayment, wanted.partnerReferenceNo)
  if (known) return answer(service, isSame(known, wanted) ? 'referenceUsed' : 'inconsistent')
  const { trouble } = wanted
  // The order never arrives.
  if (trouble === 'lost') return 'cut'
  if (trouble === 'failed') return answer(service, 'generalError')
  const refusal = refusalOf(desk, wanted, text(call.fields, 'sourceAccountNo', ACCOUNT))
  await book.addTransfer({ ...wanted, course: courseOf(desk, refusal === null ? trouble : 'refused') })
  if (refusal !== null) return answer(service, refusal)
  if (trouble === 'unanswered' || trouble === 'late') return 'cut'
  if (trouble === 'doubled') return answer(service, 'referenceUsed')
  if (trouble === 'failedButPaid') return answer(service, 'generalError')
  if (trouble === 'timeout') {
    await desk.sleep(desk.timeoutMs)
    return answer(service, 'timeout')
  }
  if (trouble === 'slow') await desk.sleep(desk.slowMs)
  const isUnderWay = trouble === 'pending' || trouble === 'pendingFails'
  return answer(service, isUnderWay ? 'inProgress' : 'ok', {
    referenceNo: wanted.referenceNo,
    partnerReferenceNo: wanted.partnerReferenceNo,
    amount: writeAmount(wanted.amount),
    beneficiaryAccountNo: wanted.account,
    ...(wanted.bankCode === null ? {} : { beneficiaryBankCode: wanted.bankCode }),
    sourceAccountNo: bank.accountNo,
    transactionDate: wanted.transactionDate,
  })
}

function readOrder(desk: Desk, service: '17' | '18', { fields }: GenuineCall): Omit<Transfer, 'course'> {
  const { bank, book } = desk
  const partnerReferenceNo = text(fields, 'partnerReferenceNo', REFERENCE)
  const amount = rupiah(fields)
  const account = text(fields, 'beneficiaryAccountNo', ACCOUNT)
  const transactionDate = text(fields, 'transactionDate', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d.{1,12}$/)
  const interbank = service === '18'
  const { transfers } = book.switches(bank.methodPayment)
  return {
    bank: bank.methodPayment,
    service,
    partnerReferenceNo,
    referenceNo: newReference(desk),
    amount,
    account,
    bankCode: interbank ? text(fields, 'beneficiaryBankCode', BANK_CODE) : null,
    holder: interbank ? text(fields, 'beneficiaryAccountName', /^.{1,100}$/) : null,
    transactionDate,
    trouble: troubleOfAmount(amount) ?? (transfers === 'offline' ? null : transfers),
    takenAt: desk.now().toISOString(),
  }
}

const isSame = (known: Transfer, asked: Omit<Transfer, 'course'>): boolean =>
  known.service === asked.service &&
  known.amount === asked.amount &&
  known.account === asked.account &&
  known.bankCode === asked.bankCode

type Refusal = 'accountUnknown' | 'accountInactive' | 'fundsInsufficient'

function refusalOf({ bank, book }: Desk, order: Omit<Transfer, 'course'>, source: string): Refusal | null {
  const account = troubleOfAccount(order.account)
  if (source !== bank.accountNo || account === 'unknown') return 'accountUnknown'
  if (account === 'inactive' || order.trouble === 'refused') return 'accountInactive'
  return order.amount > book.available(bank.methodPayment) ? 'fundsInsufficient' : null
}

/** The turns that a transfer takes, from now on. */
function courseOf({ now, lateMs }: Desk, trouble: TransferTrouble | null): Transfer['course'] {
  const at = now().getTime()
  const turns = (first: Status, then: Status) => [
    { at, status: first },
    { at: at + lateMs, status: then },
  ]
  if (trouble === 'refused') return [{ at, status: '06' }]
  if (trouble === 'pending') return turns('03', '00')
  if (trouble === 'pendingFails') return turns('03', '06')
  if (trouble === 'refunded') return turns('00', '04')
  if (trouble === 'late') return turns('07', '00')
  return [{ at, status: '00' }]
}

const DESCRIPTIONS: Readonly<Record<Status, string>> = {
  '00': 'Success',
  '03': 'Pending',
  '04': 'Refunded',
  '06': 'Failed',
  '07': 'Not Found',
}

/** Service 36: what has become of an order. */
export async function tellStatus({ bank, book, now }: Desk, { fields }: GenuineCall): Promise<Answer> {
  const originalPartnerReferenceNo = text(fields, 'originalPartnerReferenceNo', REFERENCE)
  const serviceCode = text(fields, 'serviceCode', /^1[78]$/)
  const found = book.transfer(bank.methodPayment, originalPartnerReferenceNo)
  const known = found?.service === serviceCode ? found : null
  const latestTransactionStatus = known ? statusAt(known, now().getTime()) : '07'
  const head = {
    originalPartnerReferenceNo,
    serviceCode,
    latestTransactionStatus,
    transactionStatusDesc: DESCRIPTIONS[latestTransactionStatus],
  }
  // What is still under way to the bank is as unknown as what was never sent.
  if (!known || latestTransactionStatus === '07') return answer('36', 'transactionUnknown', head)
  return answer('36', 'ok', {
    ...head,
    originalReferenceNo: known.referenceNo,
    amount: writeAmount(known.amount),
    beneficiaryAccountNo: known.account,
    sourceAccountNo: bank.accountNo,
    transactionDate: known.transactionDate,
  })
}

/** The bank's own name of what it does: digits of the time, and chance. */
const newReference = ({ now }: Desk): string =>
  jakarta(now().getTime()).replaceAll(/\D/g, '').slice(0, 14) + randomBytes(4).readUInt32BE()
