import { maskNumber } from '@pematang/contract/format/mask-number'

/** A storage of the browser that survives a reload. */
export type KeyStorage = Pick<Storage, 'getItem' | 'setItem'>

type Pending = { body: string; key: string; madeAt: number }

/** The name of an earlier release. Renaming it would lose the keys of requests that are pending during an update. */
const storageName = 'wish-keys'
const maxPending = 20
/**
 * Milliseconds after which a key is dropped. Every request has ended long before that, so the same body is then a new
 * request.
 */
const lifetime = 6 * 60 * 60 * 1000

/**
 * The idempotency keys of requests that move money. The key of a body stays the same until its outcome is known, also
 * after a reload and other requests, so that a retry cannot move the money twice.
 */
export class IdempotencyKeys {
  readonly #storage: KeyStorage
  readonly #newKey: () => string
  readonly #now: () => number

  constructor(storage: KeyStorage, newKey: () => string, now: () => number) {
    this.#storage = storage
    this.#newKey = newKey
    this.#now = now
  }

  /** Returns the key for this body, which is stored first. Another body gets another key. */
  keyFor(body: object): string {
    const text = textOf(body)
    const pending = this.#read()
    const known = pending.find((entry) => entry.body === text)
    if (known) return known.key
    const made = { body: text, key: this.#newKey(), madeAt: this.#now() }
    this.#write([...pending, made].slice(-maxPending))
    return made.key
  }

  /** Call this when the outcome is known: the same body is a new request from then on. */
  discard(body: object): void {
    const text = textOf(body)
    this.#write(this.#read().filter((entry) => entry.body !== text))
  }

  discardKey(key: string): void {
    this.#write(this.#read().filter((entry) => entry.key !== key))
  }

  #read(): Pending[] {
    try {
      const stored: unknown = JSON.parse(this.#storage.getItem(storageName) ?? '[]')
      const oldest = this.#now() - lifetime
      if (!Array.isArray(stored)) return []
      const pending = stored.filter(isPending).filter(({ madeAt }) => madeAt > oldest)
      return pending.map((entry) => ({ ...entry, body: maskText(entry.body) }))
    } catch {
      return []
    }
  }

  #write(pending: readonly Pending[]): void {
    this.#storage.setItem(storageName, JSON.stringify(pending))
  }
}

/**
 * Identifies a request. The account number is masked because the text is stored; if another account ends with the same
 * digits, the server refuses a key that was used with another body.
 */
const textOf = (body: object): string => maskText(JSON.stringify(body))

const maskText = (text: string): string =>
  text.replace(/("accountNumber":")(\d+)"/, (_all, before: string, number: string) => {
    return `${before}${maskNumber(number)}"`
  })

const isPending = (entry: Partial<Pending> | null): entry is Pending =>
  typeof entry?.body === 'string' && typeof entry.key === 'string' && typeof entry.madeAt === 'number'

/**
 * Whether an answer shows how the request ended. After no answer, a failed or busy server, or REQUEST_RUNNING the money
 * may have moved.
 * @param status HTTP status, 0 when no answer came
 */
export function isOutcomeKnown(status: number, code: string | null): boolean {
  if (code === 'REQUEST_RUNNING') return false
  return status >= 200 && status < 500
}

/**
 * Whether an answer is final for the request, so that its key is used up. A refusal before the server checks the key
 * (no session, rate limit, wrong password) does not show what happened to an earlier attempt with the same key.
 * @param status HTTP status, 0 when no answer came
 */
export const isDecided = (status: number, code: string | null): boolean =>
  isOutcomeKnown(status, code) && status !== 401 && status !== 429 && code !== 'WITHDRAWAL_PASSWORD_WRONG'
