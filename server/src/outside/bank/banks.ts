import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { isShort, leastRsaBits } from '../../platform/keys/strength.ts'

/** SNAP's least for both sides (112 bits); what is ours is longer in production. */
const leastOfBanks = 2048
const publicKey = z.string().transform((pem, issue) => readKey(() => createPublicKey(pem), issue))
const privateKey = z.string().transform((pem, issue) => readKey(() => createPrivateKey(pem), issue))
const secret = z.string().min(16)
/** The default maximum of a plausible payment, in whole rupiah; a larger one waits for an operator. */
export const usualLargestPayment = 50_000_000_000
/** A transfer fee in whole rupiah. Less than the minimum withdrawal, so that an amount always remains to be sent. */
const fee = z.int().min(0).max(99_999)
const name = z.string().regex(/^[\w.-]{1,36}$/)

const bank = z.strictObject({
  /** 1 is BNI, 2 the other bank (specification, section 9). */
  methodPayment: z.literal([1, 2]),
  name: z.string().min(1).max(60),
  /**
   * Credentials of calls from the bank. Two keys or secrets can be valid at a time, for rotation without an
   * interruption.
   */
  inbound: z.strictObject({
    clientKey: name,
    partnerId: name,
    publicKeys: z.array(publicKey).min(1).max(2),
    clientSecrets: z.array(secret).min(1).max(2),
    /** Prefixes of its virtual account numbers, without padding. */
    serviceIds: z.array(z.string().regex(/^\d{1,8}$/)).min(1),
    /** The maximum of a plausible payment, in whole rupiah; a larger one waits for an operator. */
    largestPayment: z.int().min(1).max(999_999_999_999).default(usualLargestPayment),
  }),
  /** Credentials of calls to the bank. */
  outbound: z
    .strictObject({
      baseUrl: z.url(),
      clientKey: name,
      partnerId: name,
      channelId: z.string().regex(/^\w{1,5}$/),
      clientSecret: secret,
      privateKey,
      sourceAccountNo: z.string().regex(/^\d{1,34}$/),
      /** The bank's three-digit code: transfers to accounts at this bank are internal. */
      bankCode: z
        .string()
        .regex(/^\d{3}$/)
        .optional(),
      /** Whether the bank takes transfers to borrowers by this interface too; else they are paid by its file. */
      disbursements: z.boolean().optional(),
      /** Transfer fees within the bank and to another one, whole rupiah. */
      fees: z.strictObject({ internal: fee, external: fee }).default({ internal: 0, external: 2_500 }),
    })
    .optional(),
})
const file = z.strictObject({ banks: z.array(bank).max(2) })

/** A bank with the identifiers and keys of both directions. */
export type Bank = z.infer<typeof bank>

/**
 * Reads the file of banks; returns none without a file.
 * @param inProduction whether a bank is only called over TLS, and our keys have 128 bits of security
 * @throws with one line for each mistake; no line contains a key or a secret.
 */
export function readBanks(path: string | null, inProduction = false): readonly Bank[] {
  if (path === null) return []
  const parsed = file.safeParse(readJson(path))
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The file of banks ${path} is not complete:\n${lines.join('\n')}`)
  }
  const { banks } = parsed.data
  const same = (value: (one: Bank) => unknown) => new Set(banks.map(value)).size < banks.length
  if (same(({ methodPayment }) => methodPayment) || same(({ inbound }) => inbound.clientKey)) {
    throw new Error(`The file of banks ${path} has two banks with one methodPayment or clientKey`)
  }
  const open = banks.filter(({ outbound }) => outbound && new URL(outbound.baseUrl).protocol !== 'https:')
  if (inProduction && open.length > 0) {
    const names = open.map((one) => one.name).join(', ')
    throw new Error(`The file of banks ${path} calls ${names} without TLS: in production a baseUrl is https`)
  }
  const short = banks.filter(({ outbound }) => outbound && isShort(outbound.privateKey))
  if (inProduction && short.length > 0)
    throw new Error(
      `The file of banks ${path} has a privateKey for ${short.map((one) => one.name).join(', ')} of less than ${leastRsaBits} bits: make a longer one, and give the bank its public half`,
    )
  return banks
}

/** Banks whose own key, which only they can replace, has less than 128 bits of security. */
export const banksWithShortKeys = (banks: readonly Bank[]): string[] =>
  banks
    .filter(({ inbound }) => inbound.publicKeys.some((key) => isShort(key)))
    .map(({ name: bankName }) => bankName)

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // The JSON parser's own message is not used, because it quotes its input.
    throw new Error(`The file of banks ${path} cannot be read as JSON`)
  }
}

function readKey(read: () => KeyObject, issue: z.RefinementCtx): KeyObject {
  try {
    const key = read()
    if (key.asymmetricKeyType === 'rsa' && !isShort(key, leastOfBanks)) return key
  } catch {
    // Reported below without the library's message, which may quote the key.
  }
  issue.addIssue({ code: 'custom', message: `is no RSA key of ${leastOfBanks} bits or more in PEM` })
  return z.NEVER
}
