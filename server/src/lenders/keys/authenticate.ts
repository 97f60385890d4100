import type { Context } from '../../context.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { KeyAuthenticator } from '../../platform/http/key-sender.ts'
import { hashToken } from '../../platform/token.ts'
import { isKeySecret } from './secret.ts'
import { findKey, touchKey } from './store.ts'

/** Finds the key of each request in the database, and notes that it was used. */
export const keyAuthenticator =
  ({ db }: Pick<Context, 'db'>): KeyAuthenticator =>
  async (secret) => {
    if (!isKeySecret(secret)) return null
    const found = await findKey(db, hashToken(secret))
    if (!found) return null
    const { isStale, ...key } = found
    if (isStale) await inTransaction(db, { repeatable: true }, (tx) => touchKey(tx, key.keyId))
    return key
  }
