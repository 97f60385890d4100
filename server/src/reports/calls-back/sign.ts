import { createHmac } from 'node:crypto'
import type { Random } from '../../platform/random.ts'

// Standard Webhooks (github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md), symmetric signatures.

const prefix = 'whsec_'

/** A new secret of 256 bits, as it is shown to the lender once. */
export const makeSecret = ({ token }: Pick<Random, 'token'>): string =>
  prefix + Buffer.from(token(), 'base64url').toString('base64')

/**
 * The headers of a message.
 * @param secrets that sign it: while a secret changes, the new and the former one
 * @param at Unix time, seconds
 */
export function headersOf(
  { id, at, body }: { id: string; at: number; body: string },
  secrets: readonly string[],
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Pematang-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': secrets
      .map((secret) => `v1,${signatureOf(secret, `${id}.${at}.${body}`)}`)
      .join(' '),
  }
}

const signatureOf = (secret: string, content: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(content)
    .digest('base64')
