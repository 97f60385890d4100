import { createHmac, randomUUID } from 'node:crypto'
import type { System } from '../system/system.ts'
import { type Answer, ask, insist } from './insist.ts'

const post = (url: string, body: object): Promise<Answer> =>
  ask(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin },
    body: JSON.stringify(body),
  })

/** Acts on the signing page of the sandbox's e-signature provider, as the page itself does. */
export const onSigningPage = (
  system: System,
  { url, action, pin = '123456' }: { url: string; action: 'sign' | 'reject'; pin?: string },
): Promise<Answer> =>
  insist(system, "the provider's page", () =>
    post(`${url}/${action}`, action === 'sign' ? { pin } : { reason: 'tidak jadi' }),
  )

/** Tries to sign with a PIN that makes signing fail. The document stays unsigned, whatever the answer is. */
export async function failOnSigningPage(url: string, pin: string): Promise<void> {
  await post(`${url}/sign`, { pin }).catch(() => null)
}

/** Sends a callback with the end of a funding, from the provider or from a caller without the provider's secret. */
export function callBack(
  system: System,
  { funding, event, forged }: { funding: string; event: string; forged: boolean },
): Promise<Answer> {
  const at = new Date(system.now()).toISOString()
  const body = JSON.stringify({
    eventId: randomUUID(),
    docToken: 'a-document-of-nobody',
    reference: funding,
    event,
    occurredAt: at,
  })
  const secret = forged ? 'the-secret-of-another' : (system.environment['ESIGN_CALLBACK_SECRET'] ?? '')
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  return insist(system, 'a callback', () =>
    ask(`${system.origin}/api/v1/callbacks/esign`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-timestamp': at, 'x-signature': signature },
      body,
    }),
  )
}
