import type { BankAnswer } from '@pematang/contract/lenders/bank-account/rules'
import type { Context } from '../../../context.ts'
import { isSameName } from '../../../outside/bank/account-name.ts'
import { BankUnavailable, type Inquiry } from '../../../outside/bank/port.ts'
import { mutation } from '../../../platform/commands/command.ts'
import { perform } from '../../../platform/commands/perform.ts'
import type { Job } from '../../../platform/jobs/queue.ts'
import type { JobHandlers, JobResult } from '../../../platform/jobs/worker.ts'
import { notifyLender } from '../../notifications/index.ts'
import { lockLender } from '../lender-settings.ts'
import { payingBank } from './decide.ts'
import { endRequest, findRequest, type StoredRequest, storeBankAnswer, unendedRequest } from './store.ts'

const actor = { kind: 'system' } as const

export const jobs = (context: Context): JobHandlers => ({
  'bank-account.follow': (job) => follow(context, job),
})

async function follow(context: Context, { payload }: Job): Promise<JobResult> {
  const { requestId: id } = payload as { requestId: string }
  const request = await findRequest(context.db, id)
  if (request?.state !== 'ASKED') return undefined
  const { lenderId, bankSays } = request
  if (request.isOver) {
    await perform(context, expireRequest, { actor, input: { lenderId, id } })
    return undefined
  }
  if (bankSays !== null && bankSays !== 'UNAVAILABLE') return { again: '1 hour' }
  const { says, name } = await askBank(context, request)
  // The bank is asked again and again; only its first silence is recorded.
  if (says !== bankSays) await perform(context, storeAnswer, { actor, input: { lenderId, id, says, name } })
  return { again: says === 'UNAVAILABLE' ? '5 minutes' : '1 hour' }
}

type Answered = { says: BankAnswer; name: string | null }

const silent: Answered = { says: 'UNAVAILABLE', name: null }

async function askBank(context: Context, request: StoredRequest): Promise<Answered> {
  const { lenderId, accountNumber, accountName, bankCode } = request
  const { methodPayment } = await payingBank(context.db, lenderId)
  const payer = context.payers.get(methodPayment)
  const own = context.banks.find((bank) => bank.methodPayment === methodPayment)?.outbound?.bankCode
  if (!payer) return silent
  const transferType = own === bankCode ? ('IM' as const) : ('INTERBANK' as const)
  const destination = { accountNumber, accountName, bankCode, transferType }
  try {
    // Each inquiry has a new reference, because banks accept a reference only once.
    return read(await payer.inquire(destination, context.random.uuid().replaceAll('-', '')), accountName)
  } catch (error) {
    if (!(error instanceof BankUnavailable)) throw error
    context.log.warn(
      { err: error, request: request.id },
      'bank unavailable, asked for the account again later',
    )
    return silent
  }
}

function read(inquiry: Inquiry, accountName: string): Answered {
  if (inquiry.end === 'refused') return { says: 'UNKNOWN', name: null }
  const name = inquiry.accountName
  if (!inquiry.active) return { says: 'INACTIVE', name }
  return { says: isSameName(name, accountName) ? 'SAME_NAME' : 'OTHER_NAME', name }
}

type OfRequest = { lenderId: number; id: string }

const storeAnswer = mutation<Context, OfRequest & Answered, null>({
  operation: 'checkBankAccount',
  permit: ['system'],
  async run(tx, { lenderId, id, says, name }) {
    await lockLender(tx, lenderId)
    const stored = await storeBankAnswer(tx, { id, says, name })
    return { answer: null, subject: `lender:${lenderId}`, detail: { request: id, says, stored } }
  },
})

const expireRequest = mutation<Context, OfRequest, { expired: boolean }>({
  operation: 'expireBankAccountRequest',
  permit: ['system'],
  async run(tx, { lenderId, id }, { context }) {
    await lockLender(tx, lenderId)
    const open = await unendedRequest(tx, lenderId)
    if (open?.id !== id || !(await endRequest(tx, lenderId, 'EXPIRED', { id })))
      return { answer: { expired: false } }
    const { bankName, accountNumber } = open
    await notifyLender(tx, { lenderId, id: context.random.uuid() }, 'BANK_ACCOUNT_REQUEST', {
      request: 'EXPIRED',
      bankName,
      lastDigits: accountNumber.slice(-4),
    })
    return { answer: { expired: true }, subject: `lender:${lenderId}`, detail: { request: id } }
  },
})
