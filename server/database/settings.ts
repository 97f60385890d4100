/**
 * Settings of the zero-configuration server. Every acknowledged write is on the disk (fsync, synchronous_commit,
 * full_page_writes). The sizes suit a laptop and limit the server: 256 MB of shared memory, at most about 4 GB of
 * write-ahead log under load and 256 MB of it at rest.
 */
const DURABLE: Readonly<Record<string, string>> = {
  max_connections: '120',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  wal_level: 'replica',
  wal_buffers: '16MB',
  max_wal_size: '4GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',
  synchronous_commit: 'on',
  fsync: 'on',
  full_page_writes: 'on',
  wal_compression: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  autovacuum_naptime: '15s',
  autovacuum_vacuum_cost_limit: '2000',
  idle_in_transaction_session_timeout: '30s',
  log_min_messages: 'warning',
  // The detail of an error quotes values of a row, which are personal data and must not be logged.
  log_error_verbosity: 'terse',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** Settings for tests, as flags after the default ones: little memory, and by default no flush to the disk. */
export function testProfile(options: { fsync?: boolean } = {}): string[] {
  const durable = options.fsync === true ? 'on' : 'off'
  return asFlags({
    shared_buffers: '32MB',
    wal_buffers: '4MB',
    min_wal_size: '32MB',
    max_wal_size: '512MB',
    wal_level: 'minimal',
    max_wal_senders: '0',
    fsync: durable,
    full_page_writes: durable,
    synchronous_commit: durable,
  })
}

/** The default settings as command line flags; statement statistics only if the server has that library. */
export function defaultFlags(hasStatementStatistics: boolean): string[] {
  const statistics = { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'top' }
  return asFlags(hasStatementStatistics ? { ...DURABLE, ...statistics } : DURABLE)
}

function asFlags(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
