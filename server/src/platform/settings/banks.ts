import * as z from 'zod'
import { limit, optionalText, port, seconds } from './fields.ts'

export const bankSettings = {
  /**
   * The file with the banks that move lenders' money; without it no bank can call
   * the app.
   */
  BANKS_FILE: optionalText,
  /** Where banks call: at `/v1.0/…` below this path, on the app's port; or, if a port is set, only on that port. */
  SNAP_PREFIX: z
    .string()
    .regex(/^(\/[\w.-]+)*$/, 'is a path such as /bank, without a slash at its end')
    .default(''),
  SNAP_PORT: port.default(0),
  SNAP_HOST: z.string().default('127.0.0.1'),
  /** Seconds by which the time of a bank's call may differ, and for which its token is valid. */
  SNAP_SKEW_SECONDS: seconds.default(300),
  SNAP_TOKEN_SECONDS: seconds.default(900),
  /** Rate limits from one address for calls of banks and for token requests, counted in each process. */
  LIMIT_SNAP_CALL: limit('30000/60'),
  LIMIT_SNAP_TOKEN: limit('600/60'),
  /** Longest wait for one answer of a bank, milliseconds; a withdrawal makes at most three such calls in a row. */
  BANK_TIMEOUT_MS: z.coerce.number().int().min(100).max(12_000).default(8_000),
  /** Seconds after its signed time in which a bank still accepts a call; of two banks the longer. */
  BANK_CALL_WINDOW_SECONDS: seconds.default(300),
  /**
   * Seconds after which the money of a transfer unknown to the bank is returned; at least `BANK_CALL_WINDOW_SECONDS`
   * plus 300.
   */
  WITHDRAWAL_LOST_SECONDS: seconds.default(900),
  /** Seconds after which a withdrawal that could not be sent to the bank is returned. */
  WITHDRAWAL_GIVE_UP_SECONDS: seconds.default(86_400),
  /** Rupiah a day and bank that `lenders top-up --without-line` may credit. */
  TOP_UP_WITHOUT_LINE_LIMIT: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(100_000_000),
  /** The bank through which loans are paid out and repaid: 1 is BNI, 2 the other one. Its statement must list both. */
  LOANS_THROUGH: z.coerce
    .number()
    .pipe(z.union([z.literal(1), z.literal(2)]))
    .default(1),
  /** Bank holidays from Monday to Friday, such as `2026-12-25,2027-01-01`. */
  BANK_HOLIDAYS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((day) => day.trim() || []))
    .pipe(z.array(z.iso.date())),
}
