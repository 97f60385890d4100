import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { bankClient } from '../../../../server/src/snap/testing/bank.ts'
import type { System } from '../system/system.ts'
import { type Answer, insist } from './insist.ts'

type BankFile = {
  banks: {
    methodPayment: 1 | 2
    name: string
    inbound: { clientKey: string; partnerId: string; clientSecret: string; privateKey: string }
  }[]
}

/** A notice of a payment into a virtual account; `forged` is signed with another secret. */
export type Notice = { id: string; number: string; amount: number; method: 1 | 2; forged: boolean }

type Line = { client: ReturnType<typeof bankClient>; token: string | null }

/** The banks that tell of payments, through the door of SNAP with the keys of the sandbox's banks. */
export class BankDoor {
  readonly #system: System
  #lines = new Map<number, Line>()

  constructor(system: System) {
    this.#system = system
    const { banks } = JSON.parse(
      readFileSync(system.environment['SANDBOX_BANKS_FILE'] ?? '', 'utf8'),
    ) as BankFile
    for (const { methodPayment, name, inbound } of banks) {
      const { clientSecret, privateKey, ...named } = inbound
      // What the app's side of the keys says is not used by the caller.
      const received = { publicKeys: [], clientSecrets: [], serviceIds: [], largestPayment: 1 }
      const bank = { methodPayment, name, inbound: { ...named, ...received } }
      const keys = { bank, clientSecret, privateKey: createPrivateKey(privateKey) }
      this.#lines.set(methodPayment, { client: bankClient(system.origin, keys), token: null })
    }
  }

  tell({ id, number, amount, method, forged }: Notice): Promise<Answer> {
    return insist('a notice of a payment', async () => {
      const line = this.#lines.get(method)
      if (!line) throw new Error(`there is no bank for method ${method}`)
      const timestamp = new Date(this.#system.now()).toISOString()
      line.token ??= String((await line.client.askToken({ timestamp })).json['accessToken'])
      const { token } = line
      const secret = forged ? { secret: 'the-secret-of-another' } : {}
      const { status, code } = await line.client.pay(
        { id, number, amount },
        {},
        { timestamp, token, ...secret },
      )
      if (status === 401 && !forged) {
        // The token has ended: a jump of the clock, or a start that did not know it.
        line.token = null
        throw new Error(`the bank's token is not good: ${code}`)
      }
      return { status, body: { code } }
    })
  }
}
