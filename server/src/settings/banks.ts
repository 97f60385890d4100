import * as z from 'zod'
import { limit, optionalText, port, seconds } from '../platform/setting-fields.ts'

/** The banks that move money. */
export const bankSettings = {
  /** the file of the banks that move lenders' money, see below; without it none can call */
  BANKS_FILE: optionalText,
  /** where banks call: `/v1.0/…` below this path, with the app; or, with a port, there and nowhere else */
  SNAP_PREFIX: z
    .string()
    .regex(/^(\/[\w.-]+)*$/, 'is a path such as /bank, without a slash at its end')
    .default(''),
  SNAP_PORT: port.default(0),
  SNAP_HOST: z.string().default('127.0.0.1'),
  /** how far the time of a bank's call may be from the database's, either way, and how long its token is good */
  SNAP_SKEW_SECONDS: seconds.default(300),
  SNAP_TOKEN_SECONDS: seconds.default(900),
  /** calls of banks, and calls for a token, from one address, in each process */
  LIMIT_SNAP_CALL: limit('30000/60'),
  LIMIT_SNAP_TOKEN: limit('600/60'),
  /** longest wait for one answer of a bank that the app calls, milliseconds; a withdrawal asks it for three at most at a time */
  BANK_TIMEOUT_MS: z.coerce.number().int().min(100).max(12_000).default(8_000),
  /** how long a bank takes a call after the time that it is signed with (X-TIMESTAMP), as the bank says; the longer one of two */
  BANK_CALL_WINDOW_SECONDS: seconds.default(300),
  /**
   * a transfer that the bank has never heard of is given up after so long and its money returned; at least
   * `BANK_CALL_WINDOW_SECONDS` and 300 more, or the app does not start: the order must not be able to arrive any more
   */
  WITHDRAWAL_LOST_SECONDS: seconds.default(900),
  /** a withdrawal that could not be given to the bank in so long is returned */
  WITHDRAWAL_GIVE_UP_SECONDS: seconds.default(86_400),
  /** days from Monday to Friday on which banks are closed, `2026-12-25,2027-01-01`; they are no working days */
  BANK_HOLIDAYS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((day) => day.trim() || []))
    .pipe(z.array(z.iso.date())),
}
