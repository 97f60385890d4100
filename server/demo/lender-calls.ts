import type { FastifyInstance } from 'fastify'
import type { SessionUser } from '@pematang/contract/lenders/auth/endpoints'
import type { Context } from '../src/context.ts'
import { apiPrefix, createApp } from '../src/main/index.ts'
import { busy } from '../src/platform/db/failures.ts'
import { password } from './people.ts'
import { whileBusy } from './play.ts'

type Method = 'GET' | 'POST' | 'PUT'
type Sent = { method?: Method; body?: object; proposal?: 'new' | number }

/** The calls of a logged-in person, which throw where one is refused with another status than expected. */
export type Caller = {
  /** @returns the answer, of a proposal its number as `proposal` */
  call<Answer>(path: string, sent?: Sent): Promise<Answer>
  /** Gives the password once more, for the next change of people, rules or keys. */
  prove(): Promise<void>
  user: SessionUser
}

/** The calls of the lenders' screens, by the product's own app at the time of the stage, without a network. */
export type LenderCalls = {
  guest<Answer>(path: string, body: object, from: string): Promise<Answer>
  logIn(phone: string): Promise<Caller>
  close(): Promise<void>
}

/** An address of the network for documentation, so that each person comes from a place of their own. */
const addressOf = (phone: string): string => `203.0.113.${(Number(phone.slice(-3)) % 250) + 1}`

export function callsOfLenders(context: Context): LenderCalls {
  let opened: Promise<FastifyInstance> | undefined
  const app = () => (opened ??= createApp(context))

  async function send<Answer>(
    path: string,
    { method = 'POST', body, proposal }: Sent,
    { from, token }: { from: string; token?: string },
  ): Promise<Answer> {
    const request = {
      method,
      url: `${apiPrefix}${path}`,
      remoteAddress: from,
      headers: {
        'idempotency-key': context.random.uuid(),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(proposal !== undefined && { 'x-proposal': String(proposal) }),
      },
      ...(body && { payload: body }),
    }
    const response = await whileBusy(context, async () => {
      const answer = await (await app()).inject(request)
      if (answer.statusCode === 503) throw busy(new Error(`${path} was answered 503 for too long`))
      return answer
    })
    if (response.statusCode >= 300)
      throw new Error(`${path} answered ${response.statusCode}: ${response.body}`)
    // Of a document only that it was opened counts.
    return /json/.test(String(response.headers['content-type'])) ? response.json() : (undefined as Answer)
  }

  return {
    guest: (path, body, from) => send(path, { body }, { from }),
    async logIn(phone) {
      const from = addressOf(phone)
      const body = { phoneNumber: phone, password, type: 'lender' }
      const user = await send<SessionUser>('/auth/login', { body }, { from })
      const caller: Caller = {
        user,
        call: (path, sent = {}) => send(path, sent, { from, token: user.token }),
        prove: async () => void (await caller.call('/auth/password/validate', { body: { password } })),
      }
      return caller
    },
    close: async () => (await opened)?.close(),
  }
}
