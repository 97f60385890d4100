/** What an operator asked of a product and cannot be done; the message says why, in English. */
export class ProductFault extends Error {}

/** Lines of a file that cannot be taken, where the operator wants all of them or nothing. */
export class LinesRefused extends Error {
  readonly refused: readonly { line: number; reason: string }[]

  constructor(refused: readonly { line: number; reason: string }[]) {
    super(`${refused.length} lines cannot be taken, so nothing was`)
    this.refused = refused
  }
}
