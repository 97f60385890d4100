import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '../platform/refusal.ts'

/** Who waits for a password: a stranger, or a lender inside a session, who goes first. */
export type Waiting = 'guest' | 'lender'

export type PasswordHasher = {
  hash(password: string, who?: Waiting): Promise<string>
  /** Takes as long for a lender who does not exist (`null`) as for one who does. */
  verify(stored: string | null, password: string, who?: Waiting): Promise<boolean>
  /** How many are being hashed and how many wait, for the metrics. */
  load?: () => { running: number; waiting: number }
}

/** argon2id with 19 MiB, two passes, one lane: the OWASP minimum for interactive logins. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashing is the dearest thing a stranger can ask for: two at a time, a short queue, then 429, so that a storm
 * of logins cannot starve the requests that move money. Lenders inside a session have a queue of their own that goes
 * first: a withdrawal asks for the password and shall not wait behind the storm.
 */
export function makePasswordHasher(atOnce = 2, queueLimit = 40): PasswordHasher {
  let running = 0
  const waiting: Record<Waiting, (() => void)[]> = { lender: [], guest: [] }
  const bounded = async <T>(who: Waiting, work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting[who].length >= queueLimit) throw new Refusal('TOO_MANY_REQUESTS', { retryAfterSeconds: 2 })
      await new Promise<void>((resolve) => waiting[who].push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.lender.shift() ?? waiting.guest.shift()
      if (next) next()
      else running -= 1
    }
  }
  const nobody = hash('nobody has this password', cost)
  return {
    load: () => ({ running, waiting: waiting.lender.length + waiting.guest.length }),
    hash: (password, who = 'guest') => bounded(who, () => hash(password, cost)),
    verify: (stored, password, who = 'guest') =>
      bounded(who, async () => {
        const matches = await verify(stored ?? (await nobody), password)
        return stored !== null && matches
      }),
  }
}
