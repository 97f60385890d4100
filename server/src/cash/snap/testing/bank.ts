import {
  createHash,
  createHmac,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomInt,
} from 'node:crypto'
import { type Bank, usualLargestPayment } from '../../../outside/bank/banks.ts'

/** The keys of a test bank. */
export type BankKeys = { bank: Bank; privateKey: KeyObject; clientSecret: string }

/**
 * A bank as in the file of banks, with fresh keys; account numbers of method 1 begin with 98800, of method 2 with
 * 77700.
 */
export function aBank(methodPayment: 1 | 2, largestPayment = usualLargestPayment): BankKeys {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const clientSecret = `secret-of-bank-${methodPayment}-${randomInt(1e9)}`
  return {
    privateKey,
    clientSecret,
    bank: {
      methodPayment,
      name: methodPayment === 1 ? 'BNI' : 'Bank Kedua',
      inbound: {
        clientKey: `client-of-bank-${methodPayment}`,
        partnerId: `partner-${methodPayment}`,
        publicKeys: [publicKey],
        clientSecrets: [clientSecret],
        serviceIds: [serviceIds[methodPayment]],
        largestPayment,
      },
    },
  }
}
/** BNI with the settings that outgoing calls need; no server listens at its URL. */
export function aPayingBank(): Bank {
  const { bank, privateKey, clientSecret } = aBank(1)
  return {
    ...bank,
    outbound: {
      baseUrl: 'http://127.0.0.1:9',
      clientKey: 'client-of-pematang',
      partnerId: 'partner-of-pematang',
      channelId: '95221',
      clientSecret,
      privateKey,
      sourceAccountNo: '0098765432',
      bankCode: '009',
      fees: { internal: 0, external: 2_500 },
    },
  }
}
const serviceIds = { 1: '98800', 2: '77700' } as const

/** The SNAP fields of a virtual account of 15 digits. */
export const identityOf = (number: string) => ({
  partnerServiceId: number.slice(0, 5).padStart(8, ' '),
  customerNo: number.slice(5),
  virtualAccountNo: number.slice(0, 5).padStart(8, ' ') + number.slice(5),
})

export type Change = {
  path?: string
  signedPath?: string
  externalId?: string
  timestamp?: string
  token?: string
  secret?: string
  /** The body that is sent, if it differs from the signed one. */
  sentBody?: string
  /** The body that is signed, if it differs from the minified one. */
  signedBody?: string
  headers?: Record<string, string | undefined>
}

export type SnapAnswer = { status: number; code: string; headers: Headers; json: Record<string, unknown> }

let externalIds = randomInt(1e9)
export const nextExternalId = (): string => String((externalIds += 1)).padStart(12, '0')

/** A bank that calls over HTTP, implemented independently of our own signature code. */
export function bankClient(origin: string, { bank, privateKey, clientSecret }: BankKeys) {
  const { clientKey, partnerId } = bank.inbound
  let token: string | undefined

  async function send(path: string, headers: Record<string, string | undefined>, body: string) {
    const kept = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const response = await fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...Object.fromEntries(kept) },
      body,
    })
    const json = (await response.json()) as Record<string, unknown>
    return { status: response.status, code: String(json['responseCode']), headers: response.headers, json }
  }

  async function askToken(
    change: {
      timestamp?: string
      key?: KeyObject
      body?: string
      headers?: Record<string, string | undefined>
    } = {},
  ): Promise<SnapAnswer> {
    const timestamp = change.timestamp ?? new Date().toISOString()
    const signature = createSign('sha256')
      .update(`${clientKey}|${timestamp}`)
      .sign(change.key ?? privateKey)
    return send(
      '/v1.0/access-token/b2b',
      {
        'X-CLIENT-KEY': clientKey,
        'X-TIMESTAMP': timestamp,
        'X-SIGNATURE': signature.toString('base64'),
        ...change.headers,
      },
      change.body ?? '{"grantType":"client_credentials"}',
    )
  }

  async function call(path: string, body: object | string, change: Change = {}): Promise<SnapAnswer> {
    token ??= String((await askToken()).json['accessToken'])
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const timestamp = change.timestamp ?? new Date().toISOString()
    const used = change.token ?? token
    const minified = change.signedBody ?? (typeof body === 'string' ? JSON.stringify(JSON.parse(body)) : text)
    const hash = createHash('sha256').update(minified).digest('hex')
    const signed = `POST:${change.signedPath ?? change.path ?? path}:${used}:${hash}:${timestamp}`
    return send(
      change.path ?? path,
      {
        authorization: `Bearer ${used}`,
        'X-TIMESTAMP': timestamp,
        'X-SIGNATURE': createHmac('sha512', change.secret ?? clientSecret)
          .update(signed)
          .digest('base64'),
        'X-PARTNER-ID': partnerId,
        'X-EXTERNAL-ID': change.externalId ?? nextExternalId(),
        'CHANNEL-ID': '95221',
        ...change.headers,
      },
      change.sentBody ?? text,
    )
  }

  return {
    askToken,
    call,
    inquire: (number: string, more: object = {}, change?: Change) =>
      call('/v1.0/transfer-va/inquiry', { ...identityOf(number), inquiryRequestId: 'i-1', ...more }, change),
    pay: (payment: { id: string; number: string; amount: number }, more: object = {}, change?: Change) =>
      call('/v1.0/transfer-va/payment', paymentBody(payment, more), change),
  }
}

export const paymentBody = (
  { id, number, amount }: { id: string; number: string; amount: number },
  more: object = {},
) => ({
  ...identityOf(number),
  paymentRequestId: id,
  paidAmount: { value: `${amount}.00`, currency: 'IDR' },
  trxDateTime: '2026-11-21T10:00:00+07:00',
  referenceNo: '12345678901',
  ...more,
})
