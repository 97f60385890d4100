import { type Database, one, run } from '../db/database.ts'
import type { Metrics } from '../metrics/metrics.ts'

/** Makes the partitions of the audit trail for the coming year, if they are not there yet. */
export async function makeAuditPartitions(db: Database): Promise<void> {
  await run(db, 'platform.audit.make_partitions', 'select make_audit_partitions()')
}

/** Metrics of the partitions of the audit trail. */
export function watchAuditPartitions({ db, metrics }: { db: Database; metrics: Metrics }): void {
  metrics.set('audit partitions', async () => {
    const { other, ahead } = await one<{ other: number; ahead: number }>(
      db,
      'platform.audit.partition_metrics',
      `select (select count(*) from (select from audit_event_other limit 1000000) found) as other,
              (select extract(epoch from max(audit_time_of(end_id)) - app_now()) from audit_partition)::float8 as ahead`,
    )
    return [
      {
        name: 'pematang_audit_other_entries',
        help: 'Entries of the audit trail in no partition of a year, because there was none for their ids.',
        type: 'gauge',
        samples: [{ labels: {}, value: other }],
      },
      {
        name: 'pematang_audit_partitions_ahead_seconds',
        help: 'Time until the last partition of the audit trail ends.',
        type: 'gauge',
        samples: [{ labels: {}, value: ahead }],
      },
    ]
  })
}
