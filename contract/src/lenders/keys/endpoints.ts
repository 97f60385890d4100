import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { businessDay, calendarDayField, instant, ownName } from '../../fields.ts'
import { keyRights } from '../../partner/rights.ts'

const networkSentence = 'Tulis setiap jaringan sebagai alamat IP atau CIDR, misalnya 203.0.113.0/24.'

/** An address or a network in CIDR notation. */
const network = z.string(networkSentence).check(
  z.maxLength(50, networkSentence),
  // The forms of IPv6 let a fraction of a bit pass.
  z.regex(/^[^/]+(\/[0-9]{1,3})?$/, networkSentence),
  z.refine((text) => networks.some((form) => z.safeParse(form, text).success), networkSentence),
)
const networks = [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]

/** A key with which a system of this lender calls /api/v1/partner. Its secret is never shown again. */
const key = z.object({
  id: z.string(),
  label: z.string(),
  right: z.enum(keyRights),
  networks: z.array(z.string()),
  lastDay: z.nullable(businessDay),
  isPastLastDay: z.boolean(),
  madeAt: instant,
  rotatedAt: z.nullable(instant),
  /** Until when the secret of before the rotation works; null if it does not. */
  formerUntil: z.nullable(instant),
  /** To the minute. */
  usedAt: z.nullable(instant),
})
export type PartnerKey = z.infer<typeof key>

const proofErrors = ['PASSWORD_CHECK_REQUIRED', 'FACTOR_CHECK_REQUIRED'] as const
const keyId = z.strictObject({ id: z.uuid() })
const shown = z.object({ id: z.string(), secret: z.string() })

export const listKeys = endpoint({
  operationId: 'listKeys',
  method: 'GET',
  path: '/keys',
  auth: 'lender',
  summary: 'The keys of this lender that were not revoked, the newest first.',
  answer: z.object({ list: z.array(key) }),
  errors: [],
})

export const createKey = endpoint({
  operationId: 'createKey',
  method: 'POST',
  path: '/keys',
  auth: 'lender',
  summary:
    'Make a key, after a fresh check of the second factor or the password. The secret is in this answer only. Without networks it works everywhere, without a last day until it is revoked.',
  body: z.strictObject({
    label: ownName(60, 'Tulis nama kunci, paling banyak 60 huruf.'),
    /** PROPOSE only in a company, by a person of it who may propose. */
    right: z.enum(keyRights),
    networks: z.array(network).check(z.maxLength(20, 'Paling banyak 20 jaringan.')),
    lastDay: z.nullable(calendarDayField),
  }),
  answer: shown,
  errors: [...proofErrors, 'KEYS_FULL', 'KEY_DAY_PAST', 'KEY_PROPOSES_IN_COMPANY'],
})

export const rotateKey = endpoint({
  operationId: 'rotateKey',
  method: 'POST',
  path: '/keys/rotate',
  auth: 'lender',
  summary:
    'Give a key another secret, after a fresh check; the one of before works for another day, an earlier one no longer. One that proposes is rotated by who made it.',
  body: keyId,
  answer: shown,
  errors: [...proofErrors, 'NOT_FOUND', 'KEY_OF_OTHER'],
})

export const revokeKey = endpoint({
  operationId: 'revokeKey',
  method: 'POST',
  path: '/keys/revoke',
  auth: 'lender',
  summary:
    'End a key at once, with all of its secrets; what it proposed and nobody has decided is withdrawn.',
  body: keyId,
  answer: z.object({ message: z.literal('success') }),
  errors: ['NOT_FOUND'],
})
