/** A text of a PDF page: `transform` ends with its place from the left and from below. */
type Text = { str: string; transform: readonly number[]; width: number }

/** Where the text of a page stands, as fractions of the width of the page. */
export type TextColumn = { left: number; width: number }

/**
 * The column of all texts of a page. Without text it is the whole page.
 * @param pageWidth in the units of the texts
 */
export function textColumn(items: readonly (Text | object)[], pageWidth: number): TextColumn {
  const texts = items.filter((item): item is Text => 'str' in item && item.str.trim() !== '')
  const left = Math.min(...texts.map(({ transform }) => transform[4] ?? 0))
  const right = Math.max(...texts.map(({ transform, width }) => (transform[4] ?? 0) + width))
  const isWithin = left >= 0 && right <= pageWidth && right > left
  return isWithin ? { left: left / pageWidth, width: (right - left) / pageWidth } : { left: 0, width: 1 }
}
