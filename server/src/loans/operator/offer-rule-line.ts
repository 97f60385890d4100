import type { OfferRule } from '../offers/decide-offer.ts'

/** What becomes of an offer that is not full, in words. */
export function formatOfferRule({ extendDays, extendTimes, payOutSharePpm, payOutDays }: OfferRule): string {
  const extended =
    extendTimes > 0 ? `diperpanjang ${extendDays} hari paling banyak ${extendTimes} kali, lalu ` : ''
  const paid =
    payOutSharePpm === null ? '' : `dicairkan mulai ${payOutSharePpm / 1_000_000} dari jumlahnya, selain itu `
  return `tidak penuh pada akhir penawarannya: ${extended}${paid}dibatalkan; tidak dicairkan ${payOutDays} hari sesudahnya: dibatalkan`
}
