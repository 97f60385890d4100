import { one, type Queryable } from './db/database.ts'
import type { TodayFigure, TodayLine } from './today-line.ts'

export const today = {
  deadJobs: {
    id: 'Pekerjaan sistem yang gagal setelah semua percobaan',
    see: 'jobs list --state dead',
    read: async (db) => {
      const dead = await one<{ count: number; since: Date | null }>(
        db,
        'platform.dead_jobs_today',
        'select count(*) as count, min(dead_at) as since from job where dead_at is not null',
      )
      return [{ ...dead, red: dead.count > 0 }]
    },
  },
  logArchive: {
    id: 'Pengarsipan log basis data untuk cadangan',
    see: null,
    read: archiveOf,
  },
} satisfies Record<string, TodayLine<never>>

type Archive = { since: Date | null; isOn: boolean; failed: boolean }

/** What the database itself knows of its backup: when it last archived its log. Without archiving there is no line. */
async function archiveOf(db: Queryable): Promise<TodayFigure[]> {
  const { since, isOn, failed } = await one<Archive>(
    db,
    'platform.log_archive_today',
    `select last_archived_time as since, current_setting('archive_mode') <> 'off' as "isOn",
            coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failed
       from pg_stat_archiver`,
  )
  return isOn ? [{ since, red: failed || since === null }] : []
}
