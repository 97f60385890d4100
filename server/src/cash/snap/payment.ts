import type { Context } from '../../context.ts'
import { bankOf, type DepositBatcher, type PaymentOutcome } from '../deposit/index.ts'
import { type Case, responseHead, services, SnapRefusal } from '../../outside/bank/snap/response-codes.ts'
import {
  optional,
  readAmount,
  readIdentity,
  required,
  textUpTo,
  writeAmount,
} from '../../outside/bank/snap/fields.ts'
import { readBody } from '../../outside/bank/snap/json.ts'
import { reasons, type SnapReply } from './answer.ts'
import { authenticate } from './authenticate.ts'
import type { SnapRequest } from './request.ts'

const service = services.virtualAccountPayment

/**
 * SNAP service 25: records a payment that a bank reports. A repetition is answered like the first notice and credits
 * nothing; other content under the same id is refused as 4042518, which banks do not send again. An unknown number or
 * an implausible amount is accepted too, and the money goes to suspense.
 * @throws SnapRefusal as `authenticate`, for missing or malformed fields, and EXTERNAL_ID_USED
 */
export async function payIn(
  context: Context,
  batcher: DepositBatcher,
  request: SnapRequest,
): Promise<SnapReply> {
  const { bank, externalId } = await authenticate(context, request)
  const body = readBody(request.body)
  const identity = readIdentity(body)
  const paymentRequestId = required(body, 'paymentRequestId', textUpTo(128))
  const amount = readAmount(body, 'paidAmount')
  if (amount === undefined) throw new SnapRefusal('FIELD_MISSING', 'paidAmount')
  const referenceNo = optional(body, 'referenceNo', textUpTo(64))
  const transactedAt = optional(body, 'trxDateTime', textUpTo(40))
  const flagAdvise = optional(body, 'flagAdvise', /^[YN]$/)
  const reply = (end: Exclude<PaymentOutcome, 'EXTERNAL_ID_USED'> | 'AMOUNT_INVALID'): SnapReply => {
    const name = ends[end]
    return {
      end: name,
      body: {
        ...responseHead(service, name),
        virtualAccountData: {
          paymentFlagReason: reasons[name],
          ...identity,
          paymentRequestId,
          paidAmount: writeAmount(amount),
          ...(transactedAt === undefined ? {} : { trxDateTime: transactedAt }),
          ...(referenceNo === undefined ? {} : { referenceNo }),
          ...(flagAdvise === undefined ? {} : { flagAdvise }),
          paymentFlagStatus: name === 'SUCCESSFUL' ? '00' : '01',
        },
      },
    }
  }
  if (amount === 0) return reply('AMOUNT_INVALID')
  const end = await batcher.record(
    {
      bank: bankOf(bank.methodPayment),
      callId: context.random.uuid(),
      externalId,
      paymentRequestId,
      virtualAccountNo: identity.virtualAccountNo,
      amount,
      referenceNo,
      transactedAt,
      isRetry: flagAdvise === 'Y',
    },
    request.id,
  )
  if (end === 'EXTERNAL_ID_USED') throw new SnapRefusal('EXTERNAL_ID_USED')
  const seen = { bank: bank.methodPayment, paymentRequestId, amount, requestId: request.id }
  if (end === 'CONFLICT') {
    context.log.warn(seen, 'payment reported with conflicting content, see "operator deposits conflicts"')
  }
  if (end === 'IMPLAUSIBLE') {
    context.log.error(seen, 'implausible payment put into suspense, see "operator deposits suspense"')
  }
  return reply(end)
}

const ends = {
  RECORDED: 'SUCCESSFUL',
  IMPLAUSIBLE: 'SUCCESSFUL',
  REPEATED: 'SUCCESSFUL',
  CONFLICT: 'INCONSISTENT',
  AMOUNT_INVALID: 'AMOUNT_INVALID',
} as const satisfies Record<string, Case>
