import type { Context } from '../context.ts'
import { one } from '../platform/db/database.ts'
import type { TodayLine } from '../platform/today-line.ts'

/** The staff's lines of the operator's morning list. */
export const today = {
  breakGlass: {
    en: 'runs of the command line without a second pair that nobody else has looked at',
    id: 'Perintah tanpa persetujuan orang kedua yang belum ditinjau orang lain',
    see: 'break-glass list',
    read: async (db) => {
      const unseen = await one<{ count: number; since: Date | null }>(
        db,
        'staff.break_glass_today',
        'select count(*) as count, min(at) as since from break_glass where looked_at is null',
      )
      return [{ ...unseen, red: unseen.count > 0 }]
    },
  },
  proposals: {
    en: 'proposals that wait for a decision',
    id: 'Usulan yang menunggu keputusan',
    see: 'proposals list',
    read: async (db) => {
      const waiting = await one<{ count: number; amount: number; since: Date | null }>(
        db,
        'staff.proposals_today',
        `select count(*) as count, coalesce(sum(amount), 0)::bigint as amount, min(at) as since
           from proposal where ended is null and until > app_now()`,
      )
      return [{ ...waiting, red: false }]
    },
  },
} satisfies Record<string, TodayLine<Context>>
