import { createHash, timingSafeEqual } from 'node:crypto'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { signDigest } from '../esign/pdf/cms.ts'
import { TestPki } from '../esign/pki.ts'
import { Refusal } from '../platform/refusal.ts'

type XignatureOptions = { apiKey: string; dataFolder: string; now: () => Date }
type Body = {
  reference: string
  signer: { token: string; name: string }
  digests: { name: string; sha256: string }[]
}

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength }) as const
const object = (properties: Record<string, object>) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
})
const body = object({
  reference: text(200),
  signer: object({ token: text(200), name: text(200) }),
  digests: {
    type: 'array',
    minItems: 1,
    maxItems: 5,
    items: object({ name: text(120), sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' } }),
  },
})

/** A signer whose token has this prefix is unknown, and the provider refuses. */
const unknownSigner = 'unknown-'

/**
 * A provider that signs digests for the holder of the signer's token, without a page: POST /xignature/v1/signatures
 * with the header X-Api-Key. Certificates come from an authority of its own.
 * @returns its certificate authority
 */
export async function addXignature(app: FastifyInstance, options: XignatureOptions): Promise<TestPki> {
  const { apiKey, dataFolder, now } = options
  const pki = new TestPki(path.join(dataFolder, 'pki'), now)
  const expected = digestOf(apiKey)
  app.post<{ Body: Body }>(
    '/xignature/v1/signatures',
    {
      schema: { body },
      onRequest: async (request) => {
        const given = request.headers['x-api-key']
        if (typeof given !== 'string' || !timingSafeEqual(digestOf(given), expected)) {
          throw new Refusal(401, 'API_KEY', 'The API key is missing or wrong')
        }
      },
    },
    async (request) => {
      const { signer, digests } = request.body
      if (signer.token.startsWith(unknownSigner)) {
        throw new Refusal(422, 'SIGNER_UNKNOWN', 'Nobody is registered with this token')
      }
      const identity = await pki.signerFor({ id: signer.token, name: signer.name })
      return {
        signedAt: now().toISOString(),
        signatures: digests.map(({ name, sha256 }) => ({
          name,
          cmsBase64: signDigest(Buffer.from(sha256, 'hex'), identity).toString('base64'),
        })),
      }
    },
  )
  return pki
}

const digestOf = (value: string): Buffer => createHash('sha256').update(value).digest()
