import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as z from 'zod'

const publicKey = z.string().transform((pem, issue) => readKey(() => createPublicKey(pem), issue))
const privateKey = z.string().transform((pem, issue) => readKey(() => createPrivateKey(pem), issue))
const secret = z.string().min(16)
/** Less than the least withdrawal, so that something is left to send. */
const fee = z.int().min(0).max(99_999)
const name = z.string().regex(/^[\w.-]{1,36}$/)

const bank = z.strictObject({
  /** 1 is BNI, 2 the other bank (specification, section 9). */
  methodPayment: z.literal([1, 2]),
  name: z.string().min(1).max(60),
  /** The bank calls us. Two keys or secrets are good at a time, so that they can change without a gap. */
  inbound: z.strictObject({
    clientKey: name,
    partnerId: name,
    publicKeys: z.array(publicKey).min(1).max(2),
    clientSecrets: z.array(secret).min(1).max(2),
    /** What its virtual account numbers begin with, without the spaces. */
    serviceIds: z.array(z.string().regex(/^\d{1,8}$/)).min(1),
  }),
  /** We call the bank. */
  outbound: z
    .strictObject({
      baseUrl: z.url(),
      clientKey: name,
      partnerId: name,
      channelId: z.string().regex(/^\w{1,5}$/),
      clientSecret: secret,
      privateKey,
      sourceAccountNo: z.string().regex(/^\d{1,34}$/),
      /** The bank's own code of three digits: what goes to an account there is sent within the bank. */
      bankCode: z
        .string()
        .regex(/^\d{3}$/)
        .optional(),
      /** What a lender pays for a transfer within the bank and to another one, whole rupiah. */
      fees: z.strictObject({ internal: fee, external: fee }).default({ internal: 0, external: 2_500 }),
    })
    .optional(),
})
const file = z.strictObject({ banks: z.array(bank).max(2) })

/** A bank that moves lenders' money, and what it and we know each other by. */
export type Bank = z.infer<typeof bank>

/**
 * Reads the file of banks; without one there is none.
 * @throws with one line for each mistake; no line holds a key or a secret.
 */
export function readBanks(path: string | null): readonly Bank[] {
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
  return banks
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // The reader's own words quote what it read.
    throw new Error(`The file of banks ${path} cannot be read as JSON`)
  }
}

function readKey(read: () => KeyObject, issue: z.RefinementCtx): KeyObject {
  try {
    const key = read()
    if (key.asymmetricKeyType === 'rsa') return key
  } catch {
    // Told below: the words of the library may quote the key.
  }
  issue.addIssue({ code: 'custom', message: 'is no RSA key in PEM' })
  return z.NEVER
}
