import type { Context } from '../context.ts'
import { bankOf, type DepositLane, type PaymentEnd } from '../deposit/index.ts'
import { type Case, responseHead, services, SnapRefusal } from '../outside/bank/snap/answers.ts'
import {
  optional,
  readAmount,
  readIdentity,
  required,
  textUpTo,
  writeAmount,
} from '../outside/bank/snap/fields.ts'
import { readBody } from '../outside/bank/snap/json.ts'
import { reasons, type Told } from './answer.ts'
import { authenticate } from './authenticate.ts'
import type { SnapRequest } from './request.ts'

const service = services.virtualAccountPayment

/**
 * Service 25: takes a bank's word that money came in. The same payment told again with the same content is answered
 * like the first time and credits nothing; with another amount or number it is refused as 4042518, which a bank takes
 * for a success and does not send again. A number that is nobody's is taken too: its money waits in suspense.
 * @throws SnapRefusal as `authenticate`, and for what the body lacks; EXTERNAL_ID_USED.
 */
export async function payIn(context: Context, lane: DepositLane, request: SnapRequest): Promise<Told> {
  const { bank, externalId } = await authenticate(context, request)
  const body = readBody(request.body)
  const identity = readIdentity(body)
  const paymentRequestId = required(body, 'paymentRequestId', textUpTo(128))
  const amount = readAmount(body, 'paidAmount')
  if (amount === undefined) throw new SnapRefusal('FIELD_MISSING', 'paidAmount')
  const referenceNo = optional(body, 'referenceNo', textUpTo(64))
  const transactedAt = optional(body, 'trxDateTime', textUpTo(40))
  const flagAdvise = optional(body, 'flagAdvise', /^[YN]$/)
  const told = (end: Exclude<PaymentEnd, 'EXTERNAL_ID_USED'> | 'AMOUNT_INVALID'): Told => {
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
  if (amount === 0) return told('AMOUNT_INVALID')
  const end = await lane.take(
    {
      bank: bankOf(bank.methodPayment),
      callId: context.random.uuid(),
      externalId,
      paymentRequestId,
      virtualAccountNo: identity.virtualAccountNo,
      amount,
      referenceNo,
      transactedAt,
    },
    request.id,
  )
  if (end === 'EXTERNAL_ID_USED') throw new SnapRefusal('EXTERNAL_ID_USED')
  if (end === 'CONFLICT') {
    context.log.warn({ bank: bank.methodPayment, requestId: request.id }, 'a payment was told in two ways')
  }
  return told(end)
}

const ends = {
  TAKEN: 'SUCCESSFUL',
  REPEATED: 'SUCCESSFUL',
  CONFLICT: 'INCONSISTENT',
  AMOUNT_INVALID: 'AMOUNT_INVALID',
} as const satisfies Record<string, Case>
