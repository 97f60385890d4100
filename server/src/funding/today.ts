import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { Context } from '../context.ts'
import { many, one } from '../platform/db/database.ts'
import type { TodayLine } from '../platform/today-line.ts'

/** A mandate that ends is named this many days before. */
const mandateDays = 14

type Waiting = { count: number; amount: number; since: Date | null; late: boolean }

export const today = {
  fundings: {
    id: 'Pendanaan yang menunggu tanda tangan',
    see: 'fundings waiting',
    read: async (db) => {
      const { late, ...waiting } = await one<Waiting>(
        db,
        'funding.fundings_today',
        `select count(*) as count, coalesce(sum(amount), 0)::bigint as amount, min(created_at) as since,
                coalesce(min(sign_before) < app_now() - interval '1 hour', false) as late
           from funding where state = 'WAITING'`,
      )
      return [{ ...waiting, red: late }]
    },
  },
  stalledSignatures: {
    id: 'Pendanaan yang tidak dapat dilacak di penyelenggara tanda tangan, per alasan',
    see: 'fundings waiting --stalled',
    read: async (db) => {
      const rows = await many<{ of: string; count: number; since: Date }>(
        db,
        'funding.stalled_signatures_today',
        `select reason as of, count(*) as count, min(since) as since from signing_stall group by reason order by reason`,
      )
      return rows.map((row) => ({ ...row, red: true }))
    },
  },
  bulkFundings: {
    id: 'Pendanaan product yang sedang berjalan',
    see: 'bulk-fundings list --open',
    read: async (db) => {
      const { late, ...running } = await one<Waiting>(
        db,
        'funding.bulk_fundings_today',
        `select count(*) as count, coalesce(sum(total), 0)::bigint as amount, min(created_at) as since,
                coalesce(min(created_at) < app_now() - interval '1 day', false) as late
           from bulk_funding where ended_at is null`,
      )
      return [{ ...running, red: late }]
    },
  },
  mandates: {
    id: 'Kuasa pendanaan otomatis yang berakhir dalam 14 hari',
    see: 'mandates list',
    read: async (db) => {
      const ending = await one<{ count: number; until: BusinessDate | null }>(
        db,
        'funding.mandates_today',
        `select count(*) as count, business_day(min(m.valid_until)) as until
           from mandate m join mandate_signature s on s.mandate_id = m.id
          where m.valid_until > app_now() and m.valid_until <= app_now() + $1 * interval '1 day'
            and not exists (select from mandate_end e where e.mandate_id = m.id)`,
        [mandateDays],
      )
      return [{ ...ending, red: false }]
    },
  },
  timestamps: {
    id: 'Dokumen bertanda tangan yang menunggu stempel waktu',
    see: 'timestamps waiting',
    read: async (db) => {
      const { late, ...waiting } = await one<Omit<Waiting, 'amount'>>(
        db,
        'funding.timestamps_today',
        `select count(*) as count, min(asked_at) as since,
                coalesce(min(asked_at) < app_now() - interval '1 day', false) as late from timestamp_request`,
      )
      return [{ ...waiting, red: late }]
    },
  },
} satisfies Record<string, TodayLine<Context>>
