/** A value that cannot be right, in a file or an option; `column` is the file's cell at fault. In English, for the operator. */
export class ColumnFault extends Error {
  readonly column: string
  constructor(column: string, reason: string) {
    super(`${column}: ${reason}`)
    this.column = column
  }
}
