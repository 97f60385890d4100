import { crc32 } from 'node:zlib'
import type { Random } from '../../platform/random.ts'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const lengthOfRandom = 43
const lengthOfChecksum = 6

/**
 * The secret of a key: `pmtg_`, 256 random bits and their CRC-32, both in base 62, as secret scanners know it from other
 * services: they find it by the prefix and are sure by the checksum.
 */
export function makeKeySecret({ token }: Pick<Random, 'token'>): string {
  const random = inBase62(BigInt(`0x${Buffer.from(token(), 'base64url').toString('hex')}`), lengthOfRandom)
  return `pmtg_${random}${checksumOf(random)}`
}

/** Whether a text can be the secret of a key, without asking the database. */
export function isKeySecret(text: string): boolean {
  const random = text.slice('pmtg_'.length, -lengthOfChecksum)
  return /^pmtg_[0-9A-Za-z]{49}$/.test(text) && text.endsWith(checksumOf(random))
}

const checksumOf = (random: string): string => inBase62(BigInt(crc32(random)), lengthOfChecksum)

function inBase62(number: bigint, length: number): string {
  let text = ''
  for (let left = number; left > 0n; left /= 62n) text = (digits[Number(left % 62n)] ?? '') + text
  return text.padStart(length, '0')
}
