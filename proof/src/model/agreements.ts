import type { Rupiah } from './arithmetic.ts'

type Request = { lender: string; loan: string; amount: Rupiah }
type Count = { made: number; read: number }

/** How many outdated agreements are remembered, so that they can be tried. */
const keptOutdated = 40

/** The agreements that no funding has used yet. Each is valid for one lender, one loan and one amount. */
export class Agreements {
  readonly #counts = new Map<string, Count>()
  /** Requests whose agreement was read and not used on its day. */
  outdated: readonly Request[] = []

  /** The number of agreements that were generated for this request, and the number of those that were read. */
  of({ lender, loan, amount }: Request): Count {
    const name = `${lender} ${loan} ${amount}`
    const known = this.#counts.get(name) ?? { made: 0, read: 0 }
    this.#counts.set(name, known)
    return known
  }

  /** Counts an agreement as used (`by` is -1) when money is held for it, or as unused again (`by` is 1). */
  use(request: Request, by: 1 | -1): void {
    const count = this.of(request)
    count.made += by
    count.read += by
  }

  /** Requests whose agreement was read and not used, so that they can be tried again. */
  readAndUnused(): Request[] {
    return [...this.#counts].flatMap(([name, { read }]) => {
      const [lender = '', loan = '', amount] = name.split(' ')
      return read > 0 ? [{ lender, loan, amount: Number(amount) }] : []
    })
  }

  /** Discards all agreements: each is valid for one day only (decision 0007). */
  outdate(): void {
    this.outdated = [...this.outdated, ...this.readAndUnused()].slice(-keptOutdated)
    this.#counts.clear()
  }

  keepOutdated(isKept: (request: Request) => boolean): void {
    this.outdated = this.outdated.filter(isKept)
  }

  /** The error codes for a request that lacks a generated or read agreement; empty if it has one. */
  missing(request: Request): (string | false)[] {
    const { made, read } = this.of(request)
    return read > 0 ? [] : ['AGREEMENT_REQUIRED', made > 0 && 'AGREEMENT_UNREAD']
  }
}
