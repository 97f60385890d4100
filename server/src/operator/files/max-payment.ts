/**
 * Maximum of a payment, in whole rupiah; far above any real one, because POJK 40/2024 allows loans up to Rp5 billion.
 */
export const maxPayment = 999_999_999_999
