import type { KeyObject } from 'node:crypto'

/** The least bits of an RSA key that is as strong as 128 bits, like EC P-256 (NIST SP 800-57, part 1, table 2). */
export const leastRsaBits = 3072

/** Whether this is an RSA key of less than 128 bits of security. */
export const isShort = ({ asymmetricKeyDetails }: KeyObject, least = leastRsaBits): boolean =>
  (asymmetricKeyDetails?.modulusLength ?? least) < least
