/** Where the keys are kept: the tab's session storage, which survives a reload. */
export type KeyStorage = Pick<Storage, 'getItem' | 'setItem'>

type Pending = { body: string; key: string; madeAt: number }

const place = 'wish-keys'
const mostPending = 20
/** What was asked for has ended long before, one way or the other; the same wish is then a new one. Milliseconds. */
const lifetime = 6 * 60 * 60 * 1000

/**
 * Gives each wish to move money its idempotency key. The key of a body stays the same until its outcome is known, also
 * over a reload and over other wishes in between, so that asking again can never move the money twice.
 */
export class WishKeys {
  readonly #storage: KeyStorage
  readonly #newKey: () => string
  readonly #now: () => number

  constructor(storage: KeyStorage, newKey: () => string, now: () => number) {
    this.#storage = storage
    this.#newKey = newKey
    this.#now = now
  }

  /** The key for this body, stored before it is given out. Another body has another key. */
  keyFor(body: object): string {
    const text = JSON.stringify(body)
    const pending = this.#read()
    const known = pending.find((entry) => entry.body === text)
    if (known) return known.key
    const made = { body: text, key: this.#newKey(), madeAt: this.#now() }
    this.#write([...pending, made].slice(-mostPending))
    return made.key
  }

  /** The outcome is known, whichever: the same body is from now on a new wish. */
  settle(body: object): void {
    const text = JSON.stringify(body)
    this.#write(this.#read().filter((entry) => entry.body !== text))
  }

  #read(): Pending[] {
    try {
      const stored: unknown = JSON.parse(this.#storage.getItem(place) ?? '[]')
      const oldest = this.#now() - lifetime
      return Array.isArray(stored) ? stored.filter(isPending).filter(({ madeAt }) => madeAt > oldest) : []
    } catch {
      return []
    }
  }

  #write(pending: readonly Pending[]): void {
    this.#storage.setItem(place, JSON.stringify(pending))
  }
}

const isPending = (entry: Partial<Pending> | null): entry is Pending =>
  typeof entry?.body === 'string' && typeof entry.key === 'string' && typeof entry.madeAt === 'number'

/**
 * Whether an answer tells how the wish ended. No answer, a server that failed or was busy, and "the same request
 * is still running" do not: the money may have moved.
 * @param status HTTP status, 0 when no answer came
 */
export function isDefinite(status: number, code: string | null): boolean {
  if (code === 'REQUEST_RUNNING') return false
  return status >= 200 && status < 500
}

/**
 * Whether an answer ends the wish, so that its key is used up. A refusal that comes before the server looks at the key
 * (no session, too many calls, a wrong password beside the wish) tells nothing of an earlier try with the same key.
 * @param status HTTP status, 0 when no answer came
 */
export const endsWish = (status: number, code: string | null): boolean =>
  isDefinite(status, code) && status !== 401 && status !== 429 && code !== 'WITHDRAWAL_PASSWORD_WRONG'
