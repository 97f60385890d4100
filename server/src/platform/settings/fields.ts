import { isIP } from 'node:net'
import { withoutEnd } from '@pematang/contract/format/without-end'
import * as z from 'zod'

// Types of settings read from the environment.

/** A share in whole percent. */
export const percent = z.coerce.number().int().min(0).max(100)

export const port = z.coerce.number().int().min(0).max(65_535)
export const seconds = z.coerce.number().int().positive()
export const optionalText = z.string().trim().nullable().default(null)

export const textList = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((one) => one.trim() || []))

function isNetwork(network: string): boolean {
  const [address = '', prefix, ...rest] = network.split('/')
  const most = isIP(address) === 4 ? 32 : 128
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= most)
  return isIP(address) !== 0 && isPrefix && rest.length === 0
}

export const networkList = textList.refine(
  (networks) => networks.every(isNetwork),
  'is a list of networks, e.g. 10.1.0.0/16, 2001:db8::/32',
)

/** A key by the hash of its secret: `ledger:2027-06-30:SHA-256 in hex`, and where it may be used: `:10.1.0.0/16+2001:db8::/32`. */
const namedKey = z.string().transform((text, told) => {
  const [, name = '', lastDay = '', hash = '', rest = ''] =
    /^([a-z0-9][a-z0-9-]{0,39}):([\d-]{10}):([0-9a-f]{64})(?::(.+))?$/.exec(text) ?? []
  const networks = rest === '' ? [] : rest.split('+')
  if (hash !== '' && z.iso.date().safeParse(lastDay).success && networks.every(isNetwork))
    return { name, lastDay, hash, networks }
  told.addIssue('has keys that are not NAME:LAST DAY:SHA-256 or NAME:LAST DAY:SHA-256:NETWORK+NETWORK')
  return z.NEVER
})

/** Keys separated by commas, each with a name of its own. */
export const namedKeys = textList
  .pipe(z.array(namedKey))
  .refine((keys) => new Set(keys.map(({ name }) => name)).size === keys.length, 'names two keys alike')

/** Scheme and host of a URL; a slash at the end is removed, so that a path can follow. */
export const origin = z.url().transform((text) => withoutEnd(text, '/'))

/** A rate limit such as 10/900: ten at once, and ten more spread over 900 seconds. */
export const limit = (usual: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,6}\/[1-9]\d{0,6}$/, 'is a count and seconds, e.g. 10/900')
    .default(usual)
    .transform((text) => {
      const [count = 1, perSeconds = 1] = text.split('/').map(Number)
      return { count, seconds: perSeconds }
    })

/** A phone number as people write it. */
export const phoneText = optionalText.pipe(
  z
    .string()
    .regex(/^[+(]?\d[\d ()-]{5,24}$/, 'is a phone number, e.g. +62 21 5000 1234')
    .nullable(),
)
