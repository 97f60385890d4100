import { formatDateLong } from '@pematang/contract/format/date'
import type { Archive, FundingDocuments } from './queries.ts'

/** A file size for people: 12 KB, 3,4 MB, 5,1 GB. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} KB`
  const [size, unit] = bytes < 1_000_000_000 ? [bytes / 1_000_000, 'MB'] : [bytes / 1_000_000_000, 'GB']
  return `${size.toFixed(1).replace('.', ',')} ${unit}`
}

/** The progress of an archive in percent: below 100 until it is ready. */
export const percentOf = ({ state, done, total }: Pick<Archive, 'state' | 'done' | 'total'>): number =>
  state === 'READY' ? 100 : total === 0 ? 0 : Math.min(99, Math.floor((done / total) * 100))

/**
 * Shown instead of the files of a funding that has none. For a loan that was taken over from another system none is
 * ever created here.
 */
export function missingText(
  kind: 'agreements' | 'factsheets',
  { isTakenOver }: Pick<FundingDocuments, 'isTakenOver'>,
): string {
  if (!isTakenOver) return 'Disiapkan'
  return kind === 'agreements' ? 'Di arsip Penyelenggara' : 'Tidak ada'
}

/** The name of the addendum of a transfer; one that was taken back says so. */
export const transferText = ({ valueDate, isTakenBack }: FundingDocuments['transfers'][number]): string =>
  `Pengalihan ${formatDateLong(valueDate)}${isTakenBack ? ' (dibatalkan)' : ''}`
