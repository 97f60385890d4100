import { X509Certificate } from 'node:crypto'
import { addDays, businessDateOf } from '@pematang/contract/format/business-date'
import type { Context } from '../../context.ts'
import { operatorEntriesOfYesterday } from '../../platform/audit/operator-entries.ts'
import type { TodayFigure, TodayLine } from '../../platform/today-line.ts'
import { moneyOperations } from './money-operations.ts'

/** A certificate that ends within these days is red. */
const certificateDays = 30

export const today = {
  movedByOperators: {
    id: 'Tindakan petugas kemarin yang memindahkan dana',
    see: 'audit search --actor operator:*',
    tells: true,
    hourly: true,
    read: async (db) =>
      (await operatorEntriesOfYesterday(db, moneyOperations)).map(({ operation, count, amount }) => ({
        of: operation,
        count,
        amount,
        red: false,
      })),
  },
  certificates: {
    id: 'Akhir masa berlaku sertifikat',
    see: null,
    read: async (_, context) => certificatesOf(context),
  },
} satisfies Record<string, TodayLine<Context>>

/** The certificate that signs agreements, where it is a file, and the one that the database showed. */
function certificatesOf({ certificate, config, db, clock }: Context): TodayFigure[] {
  const known: [string, Date | null][] = [
    [
      'PLATFORM_CERTIFICATE_FILE',
      config.PLATFORM_CERTIFICATE_FILE === null ? null : new X509Certificate(certificate().chain).validToDate,
    ],
    ['DATABASE_URL', db.certificateEndsAt],
  ]
  const soon = addDays(businessDateOf(clock.now()), certificateDays)
  return known.flatMap(([of, end]) => {
    if (end === null) return []
    const until = businessDateOf(end)
    return [{ of, until, red: until <= soon }]
  })
}
