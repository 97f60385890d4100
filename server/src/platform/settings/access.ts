import * as z from 'zod'
import { limit, seconds, textList } from './fields.ts'

/** Settings of sessions and rate limits. */
export const accessSettings = {
  /** When a session ends: after this many seconds without use, and after this many seconds in any case. */
  SESSION_IDLE_SECONDS: seconds.default(15 * 60),
  SESSION_ABSOLUTE_SECONDS: seconds.default(12 * 3600),

  /**
   * The memory that hashing a password takes (argon2id, two passes), in KiB; at least the default in production. Where it
   * rises, each lender's hash is renewed when they log in.
   */
  PASSWORD_MEMORY_KIB: z.coerce.number().int().min(8).max(1_048_576).default(19_456),

  /**
   * How many hours no withdrawal is possible after a lender's phone, e-mail or bank account was changed. The first
   * bank account is no change. 0 turns the waiting time off.
   */
  WITHDRAWAL_WAIT_HOURS: z.coerce.number().int().min(0).max(720).default(24),

  /**
   * Addresses or networks of the proxies in front of the app, separated by commas; only their X-Forwarded-For is
   * trusted. Without it all clients behind a proxy share the rate limits of its address.
   */
  TRUSTED_PROXIES: textList,
  /**
   * Rate limits for wrong logins: of one number, of one number in a browser that has logged in with it, and from one
   * address. `10/900` allows ten at once, and ten more spread over 900 seconds.
   */
  LIMIT_LOGIN_ACCOUNT: limit('10/900'),
  LIMIT_LOGIN_DEVICE: limit('10/900'),
  LIMIT_LOGIN_ADDRESS: limit('100/600'),
  /**
   * Rate limit for failed logins from one address whose answer may reveal that a number is unregistered; above it an
   * unknown number is answered like a wrong password.
   */
  LIMIT_REVEAL_ADDRESS: limit('20/3600'),
  /** Rate limits for codes sent by SMS. */
  LIMIT_CODE_ACCOUNT: limit('10/86400'),
  LIMIT_CODE_DEVICE: limit('10/86400'),
  LIMIT_CODE_ADDRESS: limit('30/3600'),
  /**
   * Rate limits from one address: code matches and password resets, and wrong verification codes of balance
   * confirmations.
   */
  LIMIT_MATCH_ADDRESS: limit('100/600'),
  LIMIT_VERIFY_ADDRESS: limit('30/600'),
  /** Rate limits for wrong passwords within a session. */
  LIMIT_PASSWORD_ACCOUNT: limit('10/900'),
  LIMIT_PASSWORD_DEVICE: limit('10/900'),
  LIMIT_PASSWORD_ADDRESS: limit('100/600'),
  /** Rate limits for downloads of documents and reports. */
  LIMIT_DOWNLOAD_ACCOUNT: limit('120/60'),
  LIMIT_DOWNLOAD_DEVICE: limit('120/60'),
  LIMIT_DOWNLOAD_ADDRESS: limit('600/60'),
  /** Rate limits for generating agreements, which are stored forever. */
  LIMIT_AGREEMENT_ACCOUNT: limit('120/600'),
  LIMIT_AGREEMENT_DEVICE: limit('120/600'),
  LIMIT_AGREEMENT_ADDRESS: limit('600/600'),
  /** Rate limits for the insight pages, and for the concentration after a funding. */
  LIMIT_INSIGHT_ACCOUNT: limit('120/60'),
  LIMIT_INSIGHT_DEVICE: limit('120/60'),
  LIMIT_INSIGHT_ADDRESS: limit('600/60'),

  /**
   * Rate limit from one address for requests to unknown paths or without a session, counted in each process; above it
   * 429.
   */
  LIMIT_NOISE_ADDRESS: limit('600/60'),
  /** Rate limit from one address for one public API call, such as the TKB figures, counted in each process. */
  LIMIT_GUEST_ADDRESS: limit('6000/60'),
  /**
   * Rate limit from one address for pages and their files, and as much again for health checks, counted in each
   * process; above it 429. `TRUSTED_PROXIES` may check the health as often as they like.
   */
  LIMIT_PAGE_ADDRESS: limit('6000/60'),
}
