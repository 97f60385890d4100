import { maskEmail, maskNumber } from '@pematang/contract/format/mask-number'

/** A word with its personal data masked: an e-mail address, or numbers as long as those of telephones and accounts. */
const maskWord = (word: string): string =>
  word.includes('@') ? maskEmail(word) : word.replaceAll(/\d{8,34}/g, maskNumber)

export function masked<T>(value: T): T {
  if (typeof value === 'string') return value.replaceAll(/\S+/g, maskWord) as T
  if (Array.isArray(value)) return value.map((one: unknown) => masked(one)) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, masked<unknown>(one)])) as T
}
