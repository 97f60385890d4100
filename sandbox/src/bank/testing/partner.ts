import {
  createHash,
  createHmac,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomInt,
} from 'node:crypto'
import { writeFile } from 'node:fs/promises'

const pair = () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    key: privateKey,
  }
}

/** Generating keys is slow, so all banks of a test file share them. */
const app = pair()
const bank = pair()

/**
 * Writes a file of two banks.
 * @returns the key that signs the app's token requests
 */
export async function writeBanks(file: string): Promise<KeyObject> {
  const banks = [1, 2].map((methodPayment) => ({
    methodPayment,
    name: methodPayment === 1 ? 'BNI' : 'Bank Contoh',
    bankCode: methodPayment === 1 ? '009' : '999',
    serviceId: methodPayment === 1 ? '98800' : '77700',
    accountNo: `00900000000${methodPayment}`,
    inbound: {
      clientKey: `bank-${methodPayment}`,
      partnerId: 'bank',
      channelId: '6010',
      clientSecret: `secret of bank ${methodPayment}`,
      privateKey: bank.privateKey,
    },
    outbound: {
      clientKey: `app-${methodPayment}`,
      partnerId: 'app',
      channelId: '95051',
      clientSecret: `secret of the app ${methodPayment}`,
      publicKey: app.publicKey,
    },
  }))
  await writeFile(file, JSON.stringify({ banks }))
  return app.key
}

export type SnapReply = { status: number; code: string; json: Record<string, unknown> }
export type Change = {
  path?: string
  token?: string
  secret?: string
  sentBody?: string
  timestamp?: string
  externalId?: string
  headers?: Record<string, string>
}

let externalIds = randomInt(1e9)

/** The app as a client of bank 1, implemented independently of the bank's signature code. */
export class TestPartner {
  readonly #origin: string
  readonly #key: KeyObject
  readonly #now: () => Date
  #token: string | null = null

  constructor(origin: string, key: KeyObject, now: () => Date) {
    this.#origin = origin
    this.#key = key
    this.#now = now
  }

  async askToken(change: { timestamp?: string; clientKey?: string } = {}): Promise<SnapReply> {
    const timestamp = change.timestamp ?? this.#now().toISOString()
    const clientKey = change.clientKey ?? 'app-1'
    const signature = createSign('sha256').update(`${clientKey}|${timestamp}`).sign(this.#key, 'base64')
    return this.#post('/bank/1/v1.0/access-token/b2b', '{"grantType":"client_credentials"}', {
      'x-client-key': clientKey,
      'x-timestamp': timestamp,
      'x-signature': signature,
    })
  }

  /** Calls a path below /bank/1. */
  async call(path: string, body: object, change: Change = {}): Promise<SnapReply> {
    this.#token ??= String((await this.askToken()).json['accessToken'])
    const token = change.token ?? this.#token
    const text = JSON.stringify(body)
    const timestamp = change.timestamp ?? this.#now().toISOString()
    const hash = createHash('sha256').update(text).digest('hex')
    const signed = `POST:${change.path ?? `/bank/1${path}`}:${token}:${hash}:${timestamp}`
    return this.#post(`/bank/1${path}`, change.sentBody ?? text, {
      authorization: `Bearer ${token}`,
      'x-timestamp': timestamp,
      'x-signature': createHmac('sha512', change.secret ?? 'secret of the app 1')
        .update(signed)
        .digest('base64'),
      'x-partner-id': 'app',
      'x-external-id': change.externalId ?? String((externalIds += 1)),
      'channel-id': '95051',
      ...change.headers,
    })
  }

  transfer(reference: string, amount: number, more: object = {}): Promise<SnapReply> {
    return this.call('/v1.0/transfer-intrabank', {
      partnerReferenceNo: reference,
      amount: { value: `${amount}.00`, currency: 'IDR' },
      beneficiaryAccountNo: '1234567890',
      sourceAccountNo: '009000000001',
      transactionDate: this.#now().toISOString(),
      ...more,
    })
  }

  /** latestTransactionStatus of a transfer. */
  async status(reference: string): Promise<string> {
    const asked = { originalPartnerReferenceNo: reference, serviceCode: '17' }
    return String((await this.call('/v1.0/transfer/status', asked)).json['latestTransactionStatus'])
  }

  async #post(path: string, body: string, headers: Record<string, string>): Promise<SnapReply> {
    const response = await fetch(this.#origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
    const text = await response.text()
    const json = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>
    return { status: response.status, code: String(json['responseCode']), json }
  }
}
