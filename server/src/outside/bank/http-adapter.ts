import type { Clock } from '../../platform/clock.ts'
import type { Random } from '../../platform/random.ts'
import {
  BankUnavailable,
  type Destination,
  type Inquiry,
  type PayingBank,
  type TransferAnswer,
  type TransferStatus,
} from './port.ts'
import { type Service, services } from './snap/response-codes.ts'
import { type Outbound, type SnapReply, snapClient } from './snap/client.ts'
import { writeAmount } from './snap/fields.ts'
import { readStatement } from './snap/statement.ts'
import { amountOf, textOf } from './snap/response-fields.ts'
import { writeTimestamp } from './snap/timestamp.ts'

/** The SNAP services for transfers within the bank (IM) and to another one. */
const ways = {
  IM: {
    inquiry: services.accountInquiryInternal,
    inquiryPath: '/v1.0/account-inquiry-internal',
    transfer: services.transferIntrabank,
    transferPath: '/v1.0/transfer-intrabank',
  },
  INTERBANK: {
    inquiry: services.accountInquiryExternal,
    inquiryPath: '/v1.0/account-inquiry-external',
    transfer: services.transferInterbank,
    transferPath: '/v1.0/transfer-interbank',
  },
} as const

/**
 * A paying bank over SNAP: services 15 to 18, 36 and 14. An inquiry with an expired token is repeated once with a new
 * one; a transfer is never repeated.
 */
export function snapBank(
  outbound: Outbound,
  context: { clock: Clock; random: Random; timeoutMs: number },
): PayingBank {
  const client = snapClient(outbound, context)
  const { sourceAccountNo } = outbound

  return {
    async inquire(destination, reference) {
      const way = ways[destination.transferType]
      const reply = await ask(way.inquiry, way.inquiryPath, {
        partnerReferenceNo: reference,
        beneficiaryAccountNo: destination.accountNumber,
        ...(destination.transferType === 'INTERBANK' ? { beneficiaryBankCode: destination.bankCode } : {}),
        additionalInfo: { beneficiaryAccountName: destination.accountName },
      })
      return readInquiry(reply, way.inquiry)
    },

    async transfer(order) {
      const way = ways[order.transferType]
      try {
        await client.ready()
      } catch {
        return { end: 'not-taken', code: 'NO_TOKEN' }
      }
      try {
        const content = {
          partnerReferenceNo: order.reference,
          amount: writeAmount(order.amount),
          beneficiaryAccountNo: order.accountNumber,
          sourceAccountNo,
          transactionDate: writeTimestamp(order.at),
          ...(order.transferType === 'INTERBANK' ? beneficiary(order) : {}),
        }
        const reply = await client.call(way.transfer, way.transferPath, content, order.at)
        const answer = readTransfer(reply, order)
        if (answer.end === 'not-taken') client.forgetToken()
        return answer
      } catch (error) {
        if (!(error instanceof BankUnavailable)) throw error
        return { end: 'unknown', why: error.message }
      }
    },

    async status({ reference, transferType }) {
      const reply = await ask(services.transferStatus, '/v1.0/transfer/status', {
        originalPartnerReferenceNo: reference,
        serviceCode: ways[transferType].transfer,
      })
      return readStatus(reply, reference)
    },

    async statement(from, to) {
      const reply = await ask(services.bankStatement, '/v1.0/bank-statement', {
        accountNo: sourceAccountNo,
        fromDateTime: writeTimestamp(from),
        toDateTime: writeTimestamp(to),
      })
      if (reply.code !== '2001400') throw unexpected(reply, services.bankStatement)
      return readStatement(reply.fields)
    },
  }

  async function ask(service: Service, path: string, body: object): Promise<SnapReply> {
    const reply = await client.call(service, path, body)
    if (reply.code !== `401${service}01`) return reply
    client.forgetToken()
    return client.call(service, path, body)
  }
}

const beneficiary = ({ accountName, bankCode }: Destination) => ({
  beneficiaryAccountName: accountName,
  beneficiaryBankCode: bankCode,
})

const unexpected = ({ status, code }: SnapReply, service: Service) =>
  new BankUnavailable(`bank: ${code ?? `status ${status} without a code`} to service ${service}`)

function readInquiry(reply: SnapReply, service: Service): Inquiry {
  const { status, code, fields } = reply
  const accountName = textOf(fields, 'beneficiaryAccountName')
  if (code === `200${service}00` && accountName !== null) {
    const state = textOf(fields, 'beneficiaryAccountStatus')
    return { end: 'known', accountName, active: state === null || /^(active|aktif|00|0|1)$/i.test(state) }
  }
  if (code !== null && isFinal(status) && code !== `409${service}00`) return { end: 'refused', code }
  throw unexpected(reply, service)
}

/** Whether a refusal is final. After an expired token, a rate limit or a timeout the next attempt may succeed. */
const isFinal = (status: number): boolean =>
  status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status)

function readTransfer(
  { status, code, fields }: SnapReply,
  {
    reference,
    amount,
    transferType,
  }: { reference: string; amount: number } & Pick<Destination, 'transferType'>,
): TransferAnswer {
  const service = ways[transferType].transfer
  if (code === null) return { end: 'unknown', why: `bank: status ${status} without a code` }
  if (code === `200${service}00`) {
    const told = { reference: textOf(fields, 'partnerReferenceNo'), amount: amountOf(fields, 'amount') }
    if (told.reference === reference && (told.amount === null || told.amount === amount)) {
      return { end: 'paid', bankReference: textOf(fields, 'referenceNo') }
    }
    return { end: 'unknown', why: 'bank: the answer is of another transfer' }
  }
  // The bank already has this reference, or is processing it; only a status query can show the outcome.
  if (status < 400 || code === `409${service}01` || code === `404${service}18`) {
    return { end: 'unknown', why: `bank: ${code}` }
  }
  if (status === 401 || status === 429 || code === `409${service}00`) return { end: 'not-taken', code }
  return isFinal(status) ? { end: 'refused', code } : { end: 'unknown', why: `bank: ${code}` }
}

function readStatus(reply: SnapReply, reference: string): TransferStatus {
  const { code, fields } = reply
  // The SNAP code for an unknown transfer.
  if (code === '4043601') return { end: 'not-found' }
  if (code !== '2003600' || textOf(fields, 'originalPartnerReferenceNo') !== reference) {
    throw unexpected(reply, services.transferStatus)
  }
  const state = textOf(fields, 'latestTransactionStatus') ?? ''
  if (state === '00') {
    const bankReference = textOf(fields, 'originalReferenceNo')
    return { end: 'paid', bankReference, amount: amountOf(fields, 'amount') }
  }
  if (['01', '02', '03'].includes(state)) return { end: 'under-way' }
  if (['04', '05', '06'].includes(state)) return { end: 'failed', code: `STATUS_${state}` }
  if (state === '07') return { end: 'not-found' }
  throw new BankUnavailable('bank: a status that the standard does not have')
}
