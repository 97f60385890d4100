import { Readable } from 'node:stream'
import type { BinaryAnswer } from '../http/requests.ts'
import { csvOf } from './csv.ts'
import { fileTimestamp } from '@pematang/contract/format/business-date'
import type { Sheet } from './sheet.ts'
import { xlsxOf } from './xlsx.ts'

export { type Cell, type Column, type Sheet } from './sheet.ts'

export type ExportFormat = 'csv' | 'xlsx'

const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** A sheet as a file named after the sheet and the time in Jakarta, generated while it is sent. */
export const exportAnswer = (sheet: Sheet, format: ExportFormat, now: Date): BinaryAnswer => ({
  bytes: format === 'csv' ? Readable.from(csvOf(sheet)) : xlsxOf(sheet),
  mediaType: mediaTypes[format],
  fileName: `${sheet.name} - ${fileTimestamp(now)}.${format}`,
})
