import { randomUUID } from 'node:crypto'
import type { System } from '../system/system.ts'
import { type Answer, ask, insist } from './insist.ts'

/** Acts on the signing page of the sandbox's e-signature provider, as the page itself does. */
export async function onSigningPage(url: string, action: 'sign' | 'reject', pin = '123456'): Promise<Answer> {
  const body = action === 'sign' ? { pin } : { reason: 'tidak jadi' }
  return insist(`the provider's page`, () =>
    ask(`${url}/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: new URL(url).origin },
      body: JSON.stringify(body),
    }),
  )
}

/** A callback that says that a funding was signed, from somebody who does not have the provider's secret. */
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
