import { fileTimestamp } from '@pematang/contract/format/business-date'

export type ExportFormat = 'csv' | 'xlsx'

/**
 * The file name of an export, `Portofolio - {timestamp}.xlsx`: the time in Jakarta to the second as fourteen digits.
 */
export function exportName(what: string, format: ExportFormat, now: Date): string {
  return `${what} - ${fileTimestamp(now)}.${format}`
}
