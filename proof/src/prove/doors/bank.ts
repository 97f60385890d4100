import { createHash, createHmac, createPrivateKey, createSign, type KeyObject, randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { System } from '../system/system.ts'
import { type Answer, ask, insist, textOf } from './insist.ts'

type Keys = { clientKey: string; partnerId: string; clientSecret: string; privateKey: KeyObject }
type BankFile = {
  banks: { methodPayment: 1 | 2; inbound: Omit<Keys, 'privateKey'> & { privateKey: string } }[]
}

/** A notice of a payment into a virtual account; `forged` is signed with another secret. */
export type Notice = { id: string; number: string; amount: number; method: 1 | 2; forged: boolean }

type Line = { keys: Keys; token: Promise<string> | null }

const paymentPath = '/v1.0/transfer-va/payment'

export class BankDoor {
  readonly #system: System
  readonly #lines = new Map<number, Line>()
  #calls = randomInt(1e9)

  constructor(system: System) {
    this.#system = system
    const file = readFileSync(system.environment['SANDBOX_BANKS_FILE'] ?? '', 'utf8')
    for (const { methodPayment, inbound } of (JSON.parse(file) as BankFile).banks) {
      const keys = { ...inbound, privateKey: createPrivateKey(inbound.privateKey) }
      this.#lines.set(methodPayment, { keys, token: null })
    }
  }

  tell(notice: Notice): Promise<Answer> {
    const line = this.#lines.get(notice.method)
    if (!line) throw new Error(`there is no bank for method ${notice.method}`)
    return insist(this.#system, 'a notice of a payment', async () => {
      line.token ??= this.#askToken(line)
      const token = await line.token.catch((error: unknown) => {
        line.token = null
        throw error
      })
      const answer = await this.#send(line.keys, token, notice)
      const code = textOf(answer.body, 'responseCode')
      // The token is no longer valid: the clock was advanced, or the restarted server does not know it. A forged notice
      // must be refused for its signature (4012500), not for its token (4012501).
      if (answer.status === 401 && (!notice.forged || code === '4012501')) {
        line.token = null
        throw new Error(`the bank's token is not good: ${code}`)
      }
      return { status: answer.status, body: { code } }
    })
  }

  /** Whether the bank has received the order of a withdrawal, by the journal of the sandbox. */
  hasOrder(withdrawal: string): boolean {
    const journal = path.join(this.#system.environment['SANDBOX_DATA'] ?? '', 'bank', 'journal.jsonl')
    return readFileSync(journal, 'utf8').includes(`"partnerReferenceNo":"${withdrawal.replaceAll('-', '')}"`)
  }

  #send({ partnerId, clientSecret }: Keys, token: string, notice: Notice): Promise<Answer> {
    const { id, number, amount, forged } = notice
    const partner = number.slice(0, 5).padStart(8, ' ')
    const timestamp = this.#now()
    const body = JSON.stringify({
      partnerServiceId: partner,
      customerNo: number.slice(5),
      virtualAccountNo: partner + number.slice(5),
      paymentRequestId: id,
      paidAmount: { value: `${amount}.00`, currency: 'IDR' },
      trxDateTime: '2026-11-21T10:00:00+07:00',
      referenceNo: '12345678901',
    })
    const hash = createHash('sha256').update(body).digest('hex')
    const signature = createHmac('sha512', forged ? 'the-secret-of-another' : clientSecret)
      .update(`POST:${paymentPath}:${token}:${hash}:${timestamp}`)
      .digest('base64')
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'X-TIMESTAMP': timestamp,
      'X-SIGNATURE': signature,
      'X-PARTNER-ID': partnerId,
      'X-EXTERNAL-ID': String((this.#calls += 1)).padStart(12, '0'),
      'CHANNEL-ID': '95221',
    }
    return ask(this.#system.origin + paymentPath, { method: 'POST', headers, body })
  }

  async #askToken({ keys }: Line): Promise<string> {
    const timestamp = this.#now()
    const signature = createSign('sha256')
      .update(`${keys.clientKey}|${timestamp}`)
      .sign(keys.privateKey, 'base64')
    const answer = await ask(`${this.#system.origin}/v1.0/access-token/b2b`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'X-CLIENT-KEY': keys.clientKey,
        'X-TIMESTAMP': timestamp,
        'X-SIGNATURE': signature,
      },
      body: '{"grantType":"client_credentials"}',
    })
    if (answer.status !== 200) throw new Error(`no token for a bank: ${JSON.stringify(answer)}`)
    return textOf(answer.body, 'accessToken')
  }

  #now(): string {
    return new Date(this.#system.now()).toISOString()
  }
}
