import type { Rupiah } from './arithmetic.ts'

type Request = { lender: string; loan: string; amount: Rupiah }
type Count = { made: number; read: number }

/** The agreements that no money was held for: each is good for one lender, one loan and one amount. */
export class Agreements {
  readonly #counts = new Map<string, Count>()

  /** How many were made for this request, and how many of them read. */
  of({ lender, loan, amount }: Request): Count {
    const name = `${lender} ${loan} ${amount}`
    const known = this.#counts.get(name) ?? { made: 0, read: 0 }
    this.#counts.set(name, known)
    return known
  }

  /** Money is held for one that was read, or no longer: `by` is -1 or 1. */
  use(request: Request, by: 1 | -1): void {
    const count = this.of(request)
    count.made += by
    count.read += by
  }

  /** What was read and not used, so that it may be tried again. */
  readAndUnused(): Request[] {
    return [...this.#counts].flatMap(([name, { read }]) => {
      const [lender = '', loan = '', amount] = name.split(' ')
      return read > 0 ? [{ lender, loan, amount: Number(amount) }] : []
    })
  }

  /** An agreement is good for one day (decision 0007). */
  outdate(): void {
    this.#counts.clear()
  }

  /** Why no money may be held for a request yet. */
  missing(request: Request): (string | false)[] {
    const { made, read } = this.of(request)
    return read > 0 ? [] : ['AGREEMENT_REQUIRED', made > 0 && 'AGREEMENT_UNREAD']
  }
}
