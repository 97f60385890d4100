export type OfferableLoan = {
  id: number
  hash: string
  /** The version number of its terms, which increases with each change. */
  version: number
  hasConsent: boolean
}

/**
 * A part of the offerable loans in columns: the id, the first 48 bits of the content hash, and the fields of
 * `OfferableLoan`.
 */
export type OfferablePart = {
  loanIds: number[]
  contents: number[]
  isFirstVersion: boolean[]
  hasConsent: boolean[]
}

/** How many hexadecimal digits of a hash are stored: 48 bits, which a number holds exactly. */
const digits = 12
const firstVersion = 1
const withConsent = 2

/**
 * The loans of a file that could be offered, stored in 17 bytes each. Part of the content hash is included, because a
 * draft may be changed before it is offered.
 */
export class OfferableLoans {
  #ids = new Float64Array(1_024)
  #contents = new Float64Array(1_024)
  #flags = new Uint8Array(1_024)
  #count = 0

  get count(): number {
    return this.#count
  }

  add(loans: readonly OfferableLoan[]): void {
    for (const { id, hash, version, hasConsent } of loans) {
      if (this.#count === this.#ids.length) this.#grow()
      this.#ids[this.#count] = id
      this.#contents[this.#count] = Number.parseInt(hash.slice(0, digits), 16)
      this.#flags[this.#count] = (version === 1 ? firstVersion : 0) + (hasConsent ? withConsent : 0)
      this.#count += 1
    }
  }

  #grow(): void {
    const [ids, contents, flags] = [this.#ids, this.#contents, this.#flags]
    this.#ids = new Float64Array(2 * ids.length)
    this.#contents = new Float64Array(2 * ids.length)
    this.#flags = new Uint8Array(2 * ids.length)
    this.#ids.set(ids)
    this.#contents.set(contents)
    this.#flags.set(flags)
  }

  /** All loans in the order in which they were added, `size` at a time. */
  *parts(size: number): Generator<OfferablePart> {
    for (let from = 0; from < this.#count; from += size) {
      const to = Math.min(this.#count, from + size)
      const flags = [...this.#flags.subarray(from, to)]
      yield {
        loanIds: [...this.#ids.subarray(from, to)],
        contents: [...this.#contents.subarray(from, to)],
        isFirstVersion: flags.map((flag) => (flag & firstVersion) !== 0),
        hasConsent: flags.map((flag) => (flag & withConsent) !== 0),
      }
    }
  }
}
