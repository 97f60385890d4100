import * as z from 'zod'
import { optionalText, port, seconds } from '../platform/setting-fields.ts'

/** What a process takes at once, how it starts and stops, and what it tells of itself. */
export const loadSettings = {
  /** payment notices that may wait; one more is answered 504 */
  DEPOSIT_QUEUE: z.coerce.number().int().positive().default(1024),
  /** funding requests that may wait; one more is answered 503 */
  FUNDING_QUEUE: z.coerce.number().int().positive().default(1024),
  /**
   * threads that make the agreements to be read, beside the one that answers, and requests that may wait for them; one
   * more is answered 503. A thread makes the two of a funding in some 20 ms and stays below the others where cores are
   * short
   */
  RENDER_THREADS: z.coerce.number().int().min(1).max(16).default(1),
  RENDER_QUEUE: z.coerce.number().int().positive().default(64),
  /** requests under way at once; one more is answered 503 */
  HTTP_MAX_IN_FLIGHT: z.coerce.number().int().positive().default(512),
  /** connections that one address may have open, in each process; one more is closed at once. 0 for no bound; `TRUSTED_PROXIES` have none */
  HTTP_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(0).default(256),
  /** an answer that its caller has not read in so long is cut off */
  HTTP_READ_LIMIT_SECONDS: seconds.default(120),
  /** [metrics](watching.md) of the HTTP process and of the worker, each on a port of its own; 0 for none */
  METRICS_PORT: port.default(9464),
  WORKER_METRICS_PORT: port.default(9465),
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** a process that is not up after so long, because its database does not answer, ends and is started again */
  START_LIMIT_SECONDS: seconds.default(60),
  /** how long a process that stops still takes requests, with /readyz at 503; less when nobody is connected */
  STOP_DELAY_SECONDS: z.coerce.number().min(0).max(60).default(1),
  /** after so long callers that still hang are cut off */
  STOP_LIMIT_SECONDS: z.coerce.number().min(0).max(60).default(8),
  /** seconds between the worker's checks of what changed in the books, 0 for none; the hour in Jakarta from which it checks the whole ([how](watching.md#the-books)) */
  BOOKS_CHECK_SECONDS: z.coerce.number().int().min(0).max(3600).default(60),
  BOOKS_CHECK_HOUR: z.coerce.number().int().min(0).max(23).default(2),
  /** folder of the fail points, with which tests kill processes between two steps; refused in production */
  FAIL_POINTS: optionalText,
  /** fatal, error, warn, info, debug, silent */
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /**
   * folder of the [security events](watching.md#security-events), a file for each day; without it `log` in
   * `PEMATANG_DATA`, and with neither they are lines of the log. Give it to the operator's commands too
   */
  SECURITY_LOG_FOLDER: optionalText,
  /** days that those files are kept */
  SECURITY_LOG_DAYS: z.coerce.number().int().min(1).max(36_500).default(365),
}
