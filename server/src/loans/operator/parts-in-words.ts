type Parts = Record<'principal' | 'interest' | 'penalty' | 'fee' | 'excess' | 'rounding' | 'tax', number>

/** Describes the allocation of a payment. The excess is always shown, because it must be refunded. */
export const partsInWords = ({ principal, interest, penalty, fee, excess, rounding, tax }: Parts): string =>
  `principal ${principal}, interest ${interest} (tax ${tax}), penalty ${penalty}, fee ${fee}, excess ${excess}` +
  (rounding === 0 ? '' : `, rounding ${rounding} by the platform`)
