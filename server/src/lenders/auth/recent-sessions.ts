/** The most sessions that are remembered; some 10 MB. */
const most = 50_000

/**
 * The lenders of sessions that this process has authenticated. A token never becomes that of another lender, so an entry
 * says whose a session is, but not whether it is still live.
 */
export class RecentSessions {
  readonly #most: number
  readonly #lenders = new Map<string, number>()

  constructor(limit = most) {
    this.#most = limit
  }

  remember(tokenHash: Buffer, lenderId: number): void {
    const name = tokenHash.toString('base64')
    if (this.#lenders.has(name)) return
    const [oldest] = this.#lenders.size >= this.#most ? this.#lenders.keys() : []
    if (oldest !== undefined) this.#lenders.delete(oldest)
    this.#lenders.set(name, lenderId)
  }

  forget(tokenHash: Buffer): void {
    this.#lenders.delete(tokenHash.toString('base64'))
  }

  lenderOf(tokenHash: Buffer): number | undefined {
    return this.#lenders.get(tokenHash.toString('base64'))
  }
}
