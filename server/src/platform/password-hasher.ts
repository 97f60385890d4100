import { hash, verify } from '@node-rs/argon2'
import { Refusal } from './refusal.ts'

/** Priority of a password check: that of a logged-in lender runs before that of a login. */
export type Waiting = 'guest' | 'lender'

export type PasswordHasher = {
  hash(password: string, who?: Waiting): Promise<string>
  /** Checks a password. For an unknown lender (`null`) it takes the same time. */
  verify(stored: string | null, password: string, who?: Waiting): Promise<boolean>
  /** The number of running and waiting hashes, for the metrics. */
  load?: () => { running: number; waiting: number }
}

/** argon2id with 19 MiB, two passes, parallelism one: the OWASP minimum for interactive logins. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash and verify functions of the argon2 library. */
type Argon2 = { hash: typeof hash; verify: typeof verify }

/**
 * Limits password hashing, the most expensive public operation: two at a time and a short queue, then 429, so that a
 * flood of logins cannot delay requests that move money. Logged-in lenders have their own queue, which goes first.
 */
export function createPasswordHasher(
  atOnce = 2,
  queueLimit = 40,
  argon2: Argon2 = { hash, verify },
): PasswordHasher {
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
  const nobody = argon2.hash('nobody has this password', cost)
  return {
    load: () => ({ running, waiting: waiting.lender.length + waiting.guest.length }),
    hash: (password, who = 'guest') => bounded(who, () => argon2.hash(password, cost)),
    verify: (stored, password, who = 'guest') =>
      bounded(who, async () => {
        const matches = await argon2.verify(stored ?? (await nobody), password)
        return stored !== null && matches
      }),
  }
}
