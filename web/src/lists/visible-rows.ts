export type RowWindow = {
  /** Where the first row begins, in CSS pixels below the upper edge of the screen; negative when it is scrolled past. */
  top: number
  /** Height of the screen. */
  height: number
  /** From the beginning of one row to that of the next; above zero. */
  step: number
  rows: number
  /** Rows that are drawn before and after those in sight. */
  spare: number
}

/** The rows to be drawn, `first` included and `last` not. At least one where there is one. */
export function visibleRows({ top, height, step, rows, spare }: RowWindow): { first: number; last: number } {
  const within = (row: number) => Math.min(rows, Math.max(0, row))
  const first = within(Math.min(rows - 1, Math.floor(-top / step) - spare))
  const last = within(Math.max(first + 1, Math.ceil((height - top) / step) + spare))
  return { first, last }
}
