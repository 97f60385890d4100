/** Names the later payments of a loan that were allocated anew, the first ten by their references. */
export const movedInWords = (references: readonly string[]): string =>
  `allocated anew, with a later value date: ${references.slice(0, 10).join(', ')}` +
  (references.length > 10 ? ` and ${references.length - 10} more` : '')
