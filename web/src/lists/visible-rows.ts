export type RowWindow = {
  /** The top of the first row in CSS pixels below the upper edge of the screen; negative when it is scrolled past. */
  top: number
  /** Height of the screen in CSS pixels. */
  height: number
  /** The distance between the tops of two rows in CSS pixels; above zero. */
  step: number
  rows: number
  /** Extra rows drawn before and after the visible ones. */
  spare: number
}

/** The rows to draw, from `first` up to but not including `last`. At least one row if the list has any. */
export function visibleRows({ top, height, step, rows, spare }: RowWindow): { first: number; last: number } {
  const within = (row: number) => Math.min(rows, Math.max(0, row))
  const first = within(Math.min(rows - 1, Math.floor(-top / step) - spare))
  const last = within(Math.max(first + 1, Math.ceil((height - top) / step) + spare))
  return { first, last }
}
