import * as z from 'zod/mini'

// What passes between a page and an authenticator (WebAuthn level 3), as JSON: bytes are base64url.

const bytes = (longest: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(longest))
const credentialId = bytes(1400)
const credential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

/** What the page gives to `navigator.credentials.get`. */
export const assertionOptions = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(credential),
})

export type AssertionOptions = z.infer<typeof assertionOptions>

/** What the page gives to `navigator.credentials.create`. */
export const creationOptions = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})

export type CreationOptions = z.infer<typeof creationOptions>

/** What an authenticator answers to a request to sign. */
export const assertionField = z.strictObject({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.strictObject({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    userHandle: z.optional(z.nullable(bytes(200))),
  }),
})
export type Assertion = z.infer<typeof assertionField>

/** What an authenticator answers to a request for a new passkey. */
export const attestationField = z.strictObject({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.strictObject({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(16_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
})
export type Attestation = z.infer<typeof attestationField>
