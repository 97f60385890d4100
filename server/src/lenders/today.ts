import type { Context } from '../context.ts'
import { many, one } from '../platform/db/database.ts'
import { addDays } from '@pematang/contract/format/business-date'
import { businessToday } from '../books/index.ts'
import type { TodayLine } from '../platform/today-line.ts'
import { accountRequestList } from './actions/account-requests.ts'
import { unidentifiedLenders } from './limits/unidentified.ts'
import { countEndingEvidence } from './profile/ending-evidence.ts'

/** So many days before its last one a key of staff is to be replaced, which needs a restart. */
const feedKeyDays = 14

export const today = {
  evidence: {
    id: 'Bukti kelas Pemberi Dana yang berakhir dalam 30 hari atau sudah berakhir',
    see: 'lenders class list',
    hourly: true,
    read: async (db) => {
      const { ended, ...ending } = await countEndingEvidence(db)
      return [{ ...ending, red: ended > 0 }]
    },
  },
  identities: {
    id: 'Pemberi Dana aktif tanpa usia atau status nikah, atau tanpa pemeriksaan identitas, dan sejak kapan tidak dapat mendanai',
    see: 'lenders identity list',
    hourly: true,
    read: async (db) => {
      const { count, from: until, inForce } = await unidentifiedLenders(db)
      return [{ count, until, red: inForce && count > 0 }]
    },
  },
  accountRequests: {
    id: 'Permintaan rekening tujuan yang menunggu keputusan',
    see: 'lenders bank-account-requests',
    actions: ['acceptBankAccount', 'refuseBankAccount'],
    list: accountRequestList,
    read: async (db) => {
      const { late, ...waiting } = await one<{ count: number; since: Date | null; late: boolean }>(
        db,
        'lenders.account_requests_today',
        `select count(*) as count, min(at) as since,
                coalesce(min(at) < app_now() - interval '2 days', false) as late
           from bank_account_request where state = 'ASKED'`,
      )
      return [{ ...waiting, red: late }]
    },
  },
  feedKeys: {
    id: 'Kunci peristiwa penyelenggara (FEED_KEYS) yang berakhir dalam 14 hari atau sudah berakhir',
    see: null,
    read: async (db, { config }) => {
      const day = await businessToday(db)
      const ending = config.FEED_KEYS.map(({ lastDay }) => lastDay)
        .filter((lastDay) => lastDay <= addDays(day, feedKeyDays))
        .toSorted()
      const [until = null] = ending
      return [{ count: ending.length, until, red: until !== null && until < day }]
    },
  },
  messages: {
    id: 'Pesan kepada Pemberi Dana yang gagal sejak kemarin, atau menunggu',
    see: 'notifications failed',
    read: async (db) => {
      const rows = await many<{ of: string; count: number; since: Date; late: boolean }>(
        db,
        'lenders.messages_today',
        `select state as of, count(*) as count, min(coalesce(ended_at, closed_at)) as since,
                coalesce(min(closed_at) < app_now() - interval '1 hour', false) as late
           from notification_message
          where state = 'WAITING' or state in ('REFUSED', 'UNKNOWN', 'GAVE_UP')
                and ended_at >= (business_day(app_now()) - 1)::timestamp at time zone 'Asia/Jakarta'
          group by state order by state`,
      )
      return rows.map(({ late, ...row }) => ({ ...row, red: row.of !== 'WAITING' || late }))
    },
  },
} satisfies Record<string, TodayLine<Context>>
