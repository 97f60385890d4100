import { randomUUID } from 'node:crypto'
import type { System } from '../system/system.ts'
import { type Answer, ask, insist } from './insist.ts'

const post = (url: string, body: object): Promise<Answer> =>
  ask(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin },
    body: JSON.stringify(body),
  })

/** Acts on the signing page of the sandbox's e-signature provider, as the page itself does. */
export const onSigningPage = (url: string, action: 'sign' | 'reject', pin = '123456'): Promise<Answer> =>
  insist("the provider's page", () =>
    post(`${url}/${action}`, action === 'sign' ? { pin } : { reason: 'tidak jadi' }),
  )

/** Signs once with a PIN with which it fails: the document waits as before, whatever is answered. */
export async function failOnSigningPage(url: string, pin: string): Promise<void> {
  await post(`${url}/sign`, { pin }).catch(() => null)
}

/** A callback that says that a funding was signed, from a caller who does not have the provider's secret. */
export function forgeCallback(system: System, funding: string): Promise<Answer> {
  const body = {
    eventId: randomUUID(),
    docToken: 'a-document-of-nobody',
    reference: funding,
    event: 'signed',
    occurredAt: new Date(system.now()).toISOString(),
  }
  return insist('a forged callback', () =>
    ask(`${system.origin}/api/v1/callbacks/esign`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-timestamp': new Date(system.now()).toISOString(),
        'x-signature': 'ab'.repeat(32),
      },
      body: JSON.stringify(body),
    }),
  )
}
