type Parts = Record<'principal' | 'interest' | 'penalty' | 'fee' | 'excess' | 'rounding' | 'tax', number>

/** Describes the allocation of a payment. The excess is always shown, because it must be refunded. */
export const partsInWords = ({ principal, interest, penalty, fee, excess, rounding, tax }: Parts): string =>
  `pokok ${principal}, bunga ${interest} (pajak ${tax}), denda ${penalty}, biaya ${fee}, kelebihan ${excess}` +
  (rounding === 0 ? '' : `, pembulatan ${rounding} oleh platform`)
