/**
 * An invalid value in a file or an option; `column` is the column that has it. The message is Indonesian, for the
 * operator.
 */
export class ColumnFault extends Error {
  readonly column: string
  constructor(column: string, reason: string) {
    super(`${column}: ${reason}`)
    this.column = column
  }
}
