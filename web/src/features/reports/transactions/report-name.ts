import { fileTimestamp } from '@pematang/contract/format/business-date'

/** The name of a saved export: `Transaksi - {timestamp}.csv`. */
export const savedAs = (name: string, now: Date, extension: string): string =>
  `${name} - ${fileTimestamp(now)}.${extension}`

/**
 * The name of the saved report, `Funding - {number} - {timestamp}.csv` (specification, section 2).
 * @param number of the bulk funding; characters that are not allowed in a file name become an underscore
 */
export const reportName = (number: string, now: Date): string =>
  savedAs(`Funding - ${number.replaceAll(/[^\w.-]+/g, '_')}`, now, 'csv')
