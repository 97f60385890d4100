import type { Context } from '../../context.ts'
import { bankOf, claimExternalIds } from '../deposit/index.ts'
import { responseHead, services, SnapRefusal } from '../../outside/bank/snap/response-codes.ts'
import {
  type Identity,
  optional,
  readAmount,
  readIdentity,
  required,
  textUpTo,
  writeAmount,
} from '../../outside/bank/snap/fields.ts'
import { readBody } from '../../outside/bank/snap/json.ts'
import { maybe } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { reasons, type SnapReply } from './answer.ts'
import { authenticate } from './authenticate.ts'
import type { SnapRequest } from './request.ts'

const service = services.virtualAccountInquiry

/**
 * SNAP service 24: returns the name of a virtual account before the bank's customer pays. Its type is O (open): any
 * amount may be paid in.
 * @throws SnapRefusal as `authenticate`, for missing or malformed fields, and EXTERNAL_ID_USED
 */
export async function inquire(context: Context, request: SnapRequest): Promise<SnapReply> {
  const { bank, externalId } = await authenticate(context, request)
  const body = readBody(request.body)
  const identity = readIdentity(body)
  const inquiryRequestId = required(body, 'inquiryRequestId', textUpTo(128))
  optional(body, 'channelCode', /^\d{1,4}$/)
  const amount = readAmount(body, 'amount') ?? 0
  const call = { bank: bankOf(bank.methodPayment), externalId, callId: context.random.uuid() }
  const claimed = await inTransaction(context.db, { repeatable: true }, (tx) => claimExternalIds(tx, [call]))
  if (!claimed.has(call.callId)) throw new SnapRefusal('EXTERNAL_ID_USED')
  const account = await findAccount(context, identity, bank.methodPayment)
  const known = bank.inbound.serviceIds.includes(identity.partnerServiceId.trimStart()) ? account : undefined
  const end = !known ? 'ACCOUNT_UNKNOWN' : known.ended ? 'EXPIRED' : 'SUCCESSFUL'
  return {
    end,
    body: {
      ...responseHead(service, end),
      virtualAccountData: {
        inquiryStatus: end === 'SUCCESSFUL' ? '00' : '01',
        inquiryReason: reasons[end],
        ...identity,
        virtualAccountName: end === 'SUCCESSFUL' ? (known?.name ?? '') : '',
        inquiryRequestId,
        totalAmount: writeAmount(amount),
        virtualAccountTrxType: 'O',
      },
    },
  }
}

const findAccount = ({ db }: Context, { virtualAccountNo }: Identity, methodPayment: number) =>
  maybe<{ name: string; ended: boolean }>(
    db,
    'cash.snap.account',
    `select account_name as name, ended_at is not null as ended
       from lender_virtual_account where number = $1 and method_payment = $2`,
    [virtualAccountNo.trimStart(), methodPayment],
  )
