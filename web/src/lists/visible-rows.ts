export type RowWindow = {
  /** The top of the first row in CSS pixels below the upper edge of the screen; negative when it is scrolled past. */
  top: number
  /** Height of the screen in CSS pixels. */
  height: number
  /** The height of each row of the list in CSS pixels, with the gap below it. */
  heights: readonly number[]
  /** Rows that are at most this many CSS pixels outside of the screen are drawn too. */
  spare: number
}

export type ShownRows = {
  /** The rows to draw, from `first` up to but not including `last`. */
  first: number
  last: number
  /** The height of the rows that are not drawn, in CSS pixels. */
  before: number
  after: number
}

/** The rows to draw; at least one row if the list has any. */
export function visibleRows({ top, height, heights, spare }: RowWindow): ShownRows {
  const rows = heights.length
  const at = (row: number) => heights[row] ?? 0
  let first = 0
  let before = 0
  while (first < rows - 1 && top + before + at(first) < -spare) before += at(first++)
  let last = first
  let end = top + before
  while (last < rows && (last === first || end < height + spare)) end += at(last++)
  const after = heights.slice(last).reduce((sum, one) => sum + one, 0)
  return { first, last, before, after }
}
