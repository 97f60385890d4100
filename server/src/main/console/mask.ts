import { maskEmail, maskNumber } from '@pematang/contract/format/mask-number'

/** E-mail addresses, and numbers as long as those of telephones and accounts. */
const personal = /[^\s@]+@[^\s@]+\.[^\s@]+|\b\+?\d{8,34}\b/g

/** A value with the personal data in its texts masked. */
export function masked<T>(value: T): T {
  if (typeof value === 'string')
    return value.replace(personal, (found) =>
      found.includes('@') ? maskEmail(found) : maskNumber(found),
    ) as T
  if (Array.isArray(value)) return value.map((one: unknown) => masked(one)) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, masked<unknown>(one)])) as T
}
