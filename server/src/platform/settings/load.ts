import * as z from 'zod'
import { optionalText, port, seconds } from './fields.ts'

export const loadSettings = {
  /** Maximum payment notices that wait; a further one is answered 504. */
  DEPOSIT_QUEUE: z.coerce.number().int().positive().default(1024),
  /** Maximum funding requests that wait; a further one is answered 503. */
  FUNDING_QUEUE: z.coerce.number().int().positive().default(1024),
  /** Threads that render agreements, and maximum requests that wait for them; a further one is answered 503. */
  RENDER_THREADS: z.coerce.number().int().min(1).max(16).default(1),
  RENDER_QUEUE: z.coerce.number().int().positive().default(64),
  /** Maximum number of requests in progress; a further one is answered 503. */
  HTTP_MAX_IN_FLIGHT: z.coerce.number().int().positive().default(512),
  /**
   * Maximum open connections of one address, in each process; a further one is closed at once. 0 for no limit;
   * `TRUSTED_PROXIES` have none.
   */
  HTTP_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(0).default(256),
  /** A connection is cut if its client has not read an answer within this many seconds. */
  HTTP_READ_LIMIT_SECONDS: seconds.default(120),
  /** Ports for the [metrics](alarms.md) of HTTP process, worker and console; 0 for none. */
  METRICS_PORT: port.default(9464),
  WORKER_METRICS_PORT: port.default(9465),
  CONSOLE_METRICS_PORT: port.default(9466),
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** Seconds after which a process whose database does not answer exits, for its supervisor to restart it. */
  START_LIMIT_SECONDS: seconds.default(60),
  /** Seconds in which a stopping process still accepts requests, with /readyz at 503. */
  STOP_DELAY_SECONDS: z.coerce.number().min(0).max(60).default(1),
  /** Seconds after which a stopping process cuts requests that are still in progress. */
  STOP_LIMIT_SECONDS: z.coerce.number().min(0).max(60).default(8),
  /**
   * Seconds between checks of changes in the books, 0 for none, and the hour in Jakarta of the daily check
   * ([how](alarms.md#the-books)).
   */
  BOOKS_CHECK_SECONDS: z.coerce.number().int().min(0).max(3600).default(60),
  BOOKS_CHECK_HOUR: z.coerce.number().int().min(0).max(23).default(2),
  /** Days for which answers under idempotency keys are kept, at least; a later repetition is a new request. */
  IDEMPOTENCY_RETENTION_DAYS: z.coerce.number().int().min(30).max(36_500).default(400),
  /** Folder of the fail points, with which tests kill processes between two steps; refused in production. */
  FAIL_POINTS: optionalText,
  /** Log level: fatal, error, warn, info, debug or silent. */
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /**
   * Folder of the [security events](alarms.md#security-events); by default `log` in `PEMATANG_DATA`. The operator's
   * commands need it too.
   */
  SECURITY_LOG_FOLDER: optionalText,
  /** How many days the files of security events are kept. */
  SECURITY_LOG_DAYS: z.coerce.number().int().min(1).max(36_500).default(365),
  /**
   * `true` if security events of HTTP process and worker are lines of their log too, which the journal
   * [ships](alarms.md#another-machine) to another machine.
   */
  SECURITY_LOG_COPY: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
}
