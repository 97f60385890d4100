import { businessToday } from '../../books/index.ts'
import type { Context } from '../../context.ts'
import type { FeedAuthenticator } from '../../platform/http/key-sender.ts'
import { hashToken } from '../../platform/token.ts'
import { isKeySecret } from './secret.ts'

/**
 * Finds a key of staff in the setting FEED_KEYS. Whoever takes its entry away and restarts the HTTP processes revokes it; two
 * entries overlap while one replaces the other.
 */
export const feedAuthenticator =
  ({ db, config }: Pick<Context, 'db' | 'config'>): FeedAuthenticator =>
  async (secret) => {
    if (!isKeySecret(secret)) return null
    const hash = hashToken(secret).toString('hex')
    const key = config.FEED_KEYS.find((one) => one.hash === hash)
    if (!key || key.lastDay < (await businessToday(db))) return null
    return { keyId: `feed-key:${key.name}`, networks: key.networks }
  }
