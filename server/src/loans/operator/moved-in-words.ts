/** Names the later payments of a loan that were allocated anew, the first ten by their references. */
export const movedInWords = (references: readonly string[]): string =>
  `dialokasikan ulang, dengan tanggal valuta sesudahnya: ${references.slice(0, 10).join(', ')}` +
  (references.length > 10 ? ` dan ${references.length - 10} lagi` : '')
