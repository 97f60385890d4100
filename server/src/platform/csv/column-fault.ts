/**
 * An invalid value in a file or an option; `column` is the column that has it. The message is Indonesian, for the
 * operator.
 */
export class ColumnFault extends Error {
  readonly column: string
  /** What is wrong, without the column: a clause in small letters. */
  readonly reason: string
  constructor(column: string, reason: string) {
    super(`${column}: ${reason}`)
    this.column = column
    this.reason = reason
  }
}
