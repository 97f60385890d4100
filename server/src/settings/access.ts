import * as z from 'zod'
import { limit, seconds } from '../platform/setting-fields.ts'

/** Sessions and limits of requests. */
export const accessSettings = {
  /** when a session ends: unused for so long, and in any case */
  SESSION_IDLE_SECONDS: seconds.default(15 * 60),
  SESSION_ABSOLUTE_SECONDS: seconds.default(12 * 3600),

  /**
   * addresses or networks, joined by commas, of the proxies before the app; only they may say where a request came from.
   * Without it all clients behind a proxy share the limits of its address
   */
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((one) => one.trim() || [])),
  /**
   * wrong logins of one number, of one number in a browser that knows it, from one address: so many at once, and as many
   * again spread over so many seconds
   */
  LIMIT_LOGIN_ACCOUNT: limit('10/900'),
  LIMIT_LOGIN_DEVICE: limit('10/900'),
  LIMIT_LOGIN_ADDRESS: limit('100/600'),
  /** wrong logins from one address after which an unknown number is answered as a wrong password */
  LIMIT_REVEAL_ADDRESS: limit('20/3600'),
  /** codes by SMS */
  LIMIT_CODE_ACCOUNT: limit('10/86400'),
  LIMIT_CODE_DEVICE: limit('10/86400'),
  LIMIT_CODE_ADDRESS: limit('30/3600'),
  /** codes tried and passwords reset, and wrong codes of confirmations of balances, from one address */
  LIMIT_MATCH_ADDRESS: limit('100/600'),
  LIMIT_VERIFY_ADDRESS: limit('30/600'),
  /** wrong passwords given inside a session */
  LIMIT_PASSWORD_ACCOUNT: limit('10/900'),
  LIMIT_PASSWORD_DEVICE: limit('10/900'),
  LIMIT_PASSWORD_ADDRESS: limit('100/600'),
  /** documents and reports */
  LIMIT_DOWNLOAD_ACCOUNT: limit('120/60'),
  LIMIT_DOWNLOAD_DEVICE: limit('120/60'),
  LIMIT_DOWNLOAD_ADDRESS: limit('600/60'),
  /** agreements made to be read before a funding; each is kept for good */
  LIMIT_AGREEMENT_ACCOUNT: limit('120/600'),
  LIMIT_AGREEMENT_DEVICE: limit('120/600'),
  LIMIT_AGREEMENT_ADDRESS: limit('600/600'),
  /** calls of the insight screens, and of the concentration after a funding */
  LIMIT_INSIGHT_ACCOUNT: limit('120/60'),
  LIMIT_INSIGHT_DEVICE: limit('120/60'),
  LIMIT_INSIGHT_ADDRESS: limit('600/60'),

  /** requests for what is not there, or without a session, from one address, in each process; one more is answered 429 */
  LIMIT_NOISE_ADDRESS: limit('600/60'),
  /** requests for one call that needs no session, such as the TKB figures, from one address, in each process */
  LIMIT_GUEST_ADDRESS: limit('6000/60'),
}
