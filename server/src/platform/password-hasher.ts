import { hash, verify } from '@node-rs/argon2'
import { Refusal } from './refusal.ts'

/** Priority of a password check: that of a logged-in lender runs before that of a login. */
export type Waiting = 'guest' | 'lender'

export type PasswordHasher = {
  hash(password: string, who?: Waiting): Promise<string>
  /** Checks a password. For an unknown lender (`null`) it takes the same time. */
  verify(stored: string | null, password: string, who?: Waiting): Promise<boolean>
  /** Whether a password that matched should be hashed again: the cost has risen, or it was hashed as it was typed. */
  isOutdated(stored: string, password: string, who?: Waiting): Promise<boolean>
  /** The number of running and waiting hashes, for the metrics. */
  load?: () => { running: number; waiting: number }
}

/** argon2id with 19 MiB, two passes, parallelism one: the OWASP minimum for interactive logins. */
const productCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * A hash that no password has, for a lender who has still to set one and for those of the demo who never log in: both its
 * salt and its digest are zeros.
 */
export const noPassword =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/**
 * A password as it is hashed, so that it matches however a keyboard composed its letters. One that was hashed before is
 * tried as it was typed too.
 */
const normal = (password: string): string => password.normalize('NFKC')

type Argon2 = { hash: typeof hash; verify: typeof verify }

/**
 * Limits password hashing, the most expensive public operation: two at a time and a short queue, then 429, so that a
 * flood of logins cannot delay requests that move money. Logged-in lenders have their own queue, which goes first.
 */
export function createPasswordHasher(
  atOnce = 2,
  queueLimit = 40,
  argon2: Argon2 = { hash, verify },
  memoryCost = productCost.memoryCost,
): PasswordHasher {
  const cost = { ...productCost, memoryCost }
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
  // It is checked at the same cost, and takes none to make.
  const nobody = noPassword.replace(/m=\d+/, `m=${memoryCost}`)
  return {
    load: () => ({ running, waiting: waiting.lender.length + waiting.guest.length }),
    hash: (password, who = 'guest') => bounded(who, () => argon2.hash(normal(password), cost)),
    verify: (stored, password, who = 'guest') =>
      bounded(who, async () => {
        const known = stored ?? nobody
        const matches =
          (await argon2.verify(known, normal(password))) ||
          (normal(password) !== password && (await argon2.verify(known, password)))
        return stored !== null && matches
      }),
    isOutdated: async (stored, password, who = 'guest') =>
      isCheaper(stored, cost) ||
      (normal(password) !== password && !(await bounded(who, () => argon2.verify(stored, normal(password))))),
  }
}

/** Whether a hash was made with less memory or fewer passes. */
function isCheaper(stored: string, { memoryCost, timeCost }: typeof productCost): boolean {
  const [, memory, passes] = /\$m=(\d+),t=(\d+),/.exec(stored) ?? []
  return Number(memory) < memoryCost || Number(passes) < timeCost
}
