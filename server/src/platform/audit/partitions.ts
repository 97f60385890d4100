import { makePartitions } from '../db/application-role.ts'
import { type Database, one, type Queryable, run } from '../db/database.ts'
import { gauge, type Metrics } from '../metrics/metrics.ts'

/** Makes the partitions of the audit trail for the coming year, if they are not there yet. */
export async function makeAuditPartitions(db: Queryable): Promise<void> {
  await run(db, 'platform.audit.make_partitions', makePartitions)
}

const heads = {
  pematang_audit_other_entries: gauge(
    'Entries of the audit trail in no partition of a year, because there was none for their ids.',
  ),
  pematang_audit_partitions_ahead_seconds: gauge('Time until the last partition of the audit trail ends.'),
}

/** Metrics of the partitions of the audit trail. */
export function watch({ db, metrics }: { db: Database; metrics: Metrics }): void {
  metrics.set('audit partitions', heads, async () => {
    const { other, ahead } = await one<{ other: number; ahead: number }>(
      db,
      'platform.audit.partition_metrics',
      `select (select count(*) from (select from audit_event_other limit 1000000) found) as other,
              (select extract(epoch from max(audit_time_of(end_id)) - app_now()) from audit_partition)::float8 as ahead`,
    )
    return {
      pematang_audit_other_entries: [{ labels: {}, value: other }],
      pematang_audit_partitions_ahead_seconds: [{ labels: {}, value: ahead }],
    }
  })
}
