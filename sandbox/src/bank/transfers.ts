import { randomBytes } from 'node:crypto'
import type { Store } from './store.ts'
import type { AuthenticatedCall } from './authentication.ts'
import type { SandboxBank } from './keys.ts'
import { type Status, statusAt, type Transfer } from './model.ts'
import { type Answer, answer } from './snap/answers.ts'
import { type Fields, jakarta, rupiah, text, writeAmount } from './snap/fields.ts'
import { type TransferFault, faultOfAccount, faultOfAmount } from './faults.ts'

/** Dependencies of the transfers of a bank. */
export type TransferContext = {
  bank: SandboxBank
  store: Store
  now: () => Date
  /** Delay of a slow answer, and of one that times out, milliseconds. */
  slowMs: number
  timeoutMs: number
  /** How long a late transfer stays pending, milliseconds. */
  lateMs: number
  /** Waits; ends early when the process stops. */
  sleep: (milliseconds: number) => Promise<void>
}

const REFERENCE = /^[\w.-]{1,64}$/
const ACCOUNT = /^\d{5,34}$/
const BANK_CODE = /^\w{3,11}$/

/** SNAP services 15 and 16: looks up the holder of an account. */
export async function inquireAccount(
  context: TransferContext,
  service: '15' | '16',
  call: AuthenticatedCall,
): Promise<Answer> {
  const { fields } = call
  const partnerReferenceNo = text(fields, 'partnerReferenceNo', REFERENCE)
  const beneficiaryAccountNo = text(fields, 'beneficiaryAccountNo', ACCOUNT)
  const bankCode = service === '16' ? text(fields, 'beneficiaryBankCode', BANK_CODE) : null
  const fault = faultOfAccount(beneficiaryAccountNo)
  if (fault === 'unknown') return answer(service, 'accountUnknown')
  return answer(service, 'ok', {
    referenceNo: createReference(context),
    partnerReferenceNo,
    beneficiaryAccountNo,
    beneficiaryAccountName: fault === 'foreign' ? 'Orang Lain' : holderOf(fields),
    beneficiaryAccountStatus: fault === 'inactive' ? 'Inactive' : 'Active',
    ...(bankCode === null ? {} : { beneficiaryBankCode: bankCode }),
    currency: 'IDR',
  })
}

/** The sandbox has no account holders: the holder is the name in the request. */
function holderOf({ additionalInfo }: Fields): string {
  const { beneficiaryAccountName: name } = (additionalInfo ?? {}) as Fields
  return typeof name === 'string' && name !== '' ? name : 'Pemilik Rekening'
}

/** SNAP services 17 and 18: accepts a transfer order, and answers with its current status. */
export async function transfer(
  context: TransferContext,
  service: '17' | '18',
  call: AuthenticatedCall,
): Promise<Answer> {
  const { bank, store } = context
  const wanted = readOrder(context, service, call)
  const known = store.transfer(bank.methodPayment, wanted.partnerReferenceNo)
  if (known) return answer(service, isSame(known, wanted) ? 'referenceUsed' : 'inconsistent')
  const { fault } = wanted
  // The bank never receives the order.
  if (fault === 'lost') return 'cut'
  if (fault === 'failed') return answer(service, 'generalError')
  const refusal = refusalOf(context, wanted, text(call.fields, 'sourceAccountNo', ACCOUNT))
  await store.addTransfer({ ...wanted, course: courseOf(context, refusal === null ? fault : 'refused') })
  if (refusal !== null) return answer(service, refusal)
  if (fault === 'unanswered' || fault === 'late') return 'cut'
  if (fault === 'doubled') return answer(service, 'referenceUsed')
  if (fault === 'failedButPaid') return answer(service, 'generalError')
  if (fault === 'timeout') {
    await context.sleep(context.timeoutMs)
    return answer(service, 'timeout')
  }
  if (fault === 'slow') await context.sleep(context.slowMs)
  const isUnderWay = fault === 'pending' || fault === 'pendingFails'
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

function readOrder(
  context: TransferContext,
  service: '17' | '18',
  { fields }: AuthenticatedCall,
): Omit<Transfer, 'course'> {
  const { bank, store } = context
  const partnerReferenceNo = text(fields, 'partnerReferenceNo', REFERENCE)
  const amount = rupiah(fields)
  const account = text(fields, 'beneficiaryAccountNo', ACCOUNT)
  const transactionDate = text(fields, 'transactionDate', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d.{1,12}$/)
  const interbank = service === '18'
  const { transfers } = store.switches(bank.methodPayment)
  return {
    bank: bank.methodPayment,
    service,
    partnerReferenceNo,
    referenceNo: createReference(context),
    amount,
    account,
    bankCode: interbank ? text(fields, 'beneficiaryBankCode', BANK_CODE) : null,
    holder: interbank ? text(fields, 'beneficiaryAccountName', /^.{1,100}$/) : null,
    transactionDate,
    fault: faultOfAmount(amount) ?? (transfers === 'offline' ? null : transfers),
    takenAt: context.now().toISOString(),
  }
}

const isSame = (known: Transfer, asked: Omit<Transfer, 'course'>): boolean =>
  known.service === asked.service &&
  known.amount === asked.amount &&
  known.account === asked.account &&
  known.bankCode === asked.bankCode

type Refusal = 'accountUnknown' | 'accountInactive' | 'fundsInsufficient'

function refusalOf(
  { bank, store }: TransferContext,
  order: Omit<Transfer, 'course'>,
  source: string,
): Refusal | null {
  const account = faultOfAccount(order.account)
  if (source !== bank.accountNo || account === 'unknown') return 'accountUnknown'
  if (account === 'inactive' || order.fault === 'refused') return 'accountInactive'
  return order.amount > store.account(bank.methodPayment).available ? 'fundsInsufficient' : null
}

/** The status changes that a transfer goes through, starting now, as its fault requires. */
function courseOf({ now, lateMs }: TransferContext, fault: TransferFault | null): Transfer['course'] {
  const at = now().getTime()
  const turns = (first: Status, then: Status) => [
    { at, status: first },
    { at: at + lateMs, status: then },
  ]
  if (fault === 'refused') return [{ at, status: '06' }]
  if (fault === 'pending') return turns('03', '00')
  if (fault === 'pendingFails') return turns('03', '06')
  if (fault === 'refunded') return turns('00', '04')
  if (fault === 'twice') return turns('00', '00')
  if (fault === 'late') return turns('07', '00')
  return [{ at, status: '00' }]
}

const DESCRIPTIONS: Readonly<Record<Status, string>> = {
  '00': 'Success',
  '03': 'Pending',
  '04': 'Refunded',
  '06': 'Failed',
  '07': 'Not Found',
}

/** SNAP service 36: reports the status of an order. */
export async function reportStatus(
  { bank, store, now }: TransferContext,
  { fields }: AuthenticatedCall,
): Promise<Answer> {
  const originalPartnerReferenceNo = text(fields, 'originalPartnerReferenceNo', REFERENCE)
  const serviceCode = text(fields, 'serviceCode', /^1[78]$/)
  const found = store.transfer(bank.methodPayment, originalPartnerReferenceNo)
  const known = found?.service === serviceCode ? found : null
  const latestTransactionStatus = known ? statusAt(known, now().getTime()) : '07'
  const head = {
    originalPartnerReferenceNo,
    serviceCode,
    latestTransactionStatus,
    transactionStatusDesc: DESCRIPTIONS[latestTransactionStatus],
  }
  // Before its first status change, a transfer is reported as unknown, like one that was never sent.
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

/** The bank's own reference: the digits of the time, and a random number. */
const createReference = ({ now }: TransferContext): string =>
  jakarta(now().getTime()).replaceAll(/\D/g, '').slice(0, 14) + randomBytes(4).readUInt32BE()
