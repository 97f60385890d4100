/** Thrown if all lines of a file were refused, or some and the operator wants either all lines or none. */
export class LinesRefused extends Error {
  readonly refused: readonly { line: number; reason: string }[]

  constructor(refused: readonly { line: number; reason: string }[]) {
    super(`${refused.length} baris ditolak, jadi tidak ada yang diambil`)
    this.refused = refused
  }
}
