import { startOfDay } from '@pematang/contract/format/business-date'
import { InvalidArgumentError } from 'commander'
import * as z from 'zod'
import { readDate } from './values.ts'

/** Parses a date, which means the start of that business day in Jakarta, or a time with its offset. */
export function readMoment(value: string): Date {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return startOfDay(readDate(value))
  const at = z.iso.datetime({ offset: true }).safeParse(value)
  if (at.success) return new Date(at.data)
  throw new InvalidArgumentError('Harus tanggal YYYY-MM-DD, atau waktu, misalnya 2026-11-20T09:30:00+07:00.')
}
