/** The minimum and maximum of the two ceilings of a mandate, in whole rupiah. */
export const mandateCeilings = { least: 100_000, most: 1_000_000_000_000 } as const

export const ceilingOrderSentence = 'Batas per pinjaman tidak boleh lebih besar dari batas seluruhnya.'
