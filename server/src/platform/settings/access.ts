import * as z from 'zod'
import { limit, seconds, textList } from './fields.ts'

export const accessSettings = {
  /** When a session ends: after this many seconds without use, and after this many seconds in any case. */
  SESSION_IDLE_SECONDS: seconds.default(15 * 60),
  SESSION_ABSOLUTE_SECONDS: seconds.default(12 * 3600),

  /**
   * KiB of memory for hashing a password (argon2id); at least the default in production. Hashes are renewed at the
   * login.
   */
  PASSWORD_MEMORY_KIB: z.coerce.number().int().min(8).max(1_048_576).default(19_456),

  /** Hours without withdrawals after a lender's phone, e-mail or bank account was changed; 0 for none. */
  WITHDRAWAL_WAIT_HOURS: z.coerce.number().int().min(0).max(720).default(24),

  /**
   * Rupiah from which a lender with a second factor shows it again for a withdrawal; those of 24 hours count together.
   */
  FACTOR_WITHDRAWAL_FROM: z.coerce.number().int().min(0).default(10_000_000),

  /**
   * Addresses or networks of the proxies in front, separated by commas, whose X-Forwarded-For is trusted.
   */
  TRUSTED_PROXIES: textList,
  /**
   * Rate limits for wrong logins of a number, of a number in a known browser, and from an address. `10/900`: ten at
   * once, ten more spread over 900 seconds.
   */
  LIMIT_LOGIN_ACCOUNT: limit('10/900'),
  LIMIT_LOGIN_DEVICE: limit('10/900'),
  LIMIT_LOGIN_ADDRESS: limit('100/600'),
  /** Rate limit for answers that reveal that a number is unregistered. */
  LIMIT_REVEAL_ADDRESS: limit('20/3600'),
  /** Rate limits for codes sent by SMS. */
  LIMIT_CODE_ACCOUNT: limit('10/86400'),
  LIMIT_CODE_DEVICE: limit('10/86400'),
  LIMIT_CODE_ADDRESS: limit('30/3600'),
  /**
   * Rate limits from one address for code matches and resets, for links that stop an account, and for wrong codes of
   * confirmations.
   */
  LIMIT_MATCH_ADDRESS: limit('100/600'),
  LIMIT_STOP_ADDRESS: limit('100/600'),
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

  /** Rate limit from one address for unknown paths and requests without a session, in each process. */
  LIMIT_NOISE_ADDRESS: limit('600/60'),
  /** Rate limit from one address for each public call, in each process. */
  LIMIT_GUEST_ADDRESS: limit('6000/60'),
  /**
   * Rate limit from one address for pages and files, and again for health checks (not of `TRUSTED_PROXIES`), in each
   * process.
   */
  LIMIT_PAGE_ADDRESS: limit('6000/60'),
}
