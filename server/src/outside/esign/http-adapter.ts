import { z } from 'zod'
import { EsignRefused, EsignUnavailable, type EsignProvider, fileTooLong } from './port.ts'
import { readAtMost } from '../read-at-most.ts'

export type EsignHttpConfig = {
  /** Origin of the provider, without a slash at the end. */
  baseUrl: string
  apiKey: string
  /** Time limit of one call, milliseconds. */
  timeoutMs?: number
}

/** Maximum size of a signed file, bytes. */
const LARGEST_FILE = 32 * 1024 * 1024

const status = z.enum(['pending', 'signed', 'rejected', 'cancelled'])
const instant = z.iso.datetime().transform((text) => new Date(text))
const uploaded = z.object({ docToken: z.string().min(1) })
const session = z.object({ token: z.string().min(1), url: z.url(), expiresAt: instant })
const cancelled = z.object({ status })
const documentState = z.object({
  docToken: z.string(),
  reference: z.string(),
  status,
  signedAt: instant.nullable(),
  files: z.array(
    z.object({ name: z.string(), sha256: z.string().regex(/^[0-9a-f]{64}$/), size: z.int().nonnegative() }),
  ),
})
const refusal = z.object({ code: z.string(), message: z.string() })

/**
 * The e-signature provider over HTTP. Every call ends within the time limit: with the answer, with EsignRefused (a 4xx
 * with an explanation) or with EsignUnavailable (network, timeout, 408, 429, 5xx, malformed responses).
 */
export function httpEsign(config: EsignHttpConfig): EsignProvider {
  const timeoutMs = config.timeoutMs ?? 5_000

  return {
    repeatable: true,
    cancels: true,
    async upload({ reference, callbackUrl, signer: { id, name: signerName }, documents }) {
      // Copied field by field, so that no other data of the signer is sent to the provider.
      const body = {
        reference,
        callbackUrl,
        signer: { id, name: signerName },
        documents: documents.map(({ name, content, page }) => ({
          name,
          contentBase64: Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString(
            'base64',
          ),
          page,
        })),
      }
      return json(uploaded, 'POST', '/documents', body)
    },
    async openSession({ docToken, signerId, page, x, y, fixed }) {
      const asked = { docToken, signerId, page, x, y, fixed }
      return { ...(await json(session, 'POST', '/signing-sessions', asked)), page, further: 0 }
    },
    status: (docToken) => json(documentState, 'GET', documentPath(docToken)),
    cancel: async (docToken) => (await json(cancelled, 'POST', `${documentPath(docToken)}/cancel`)).status,
    fetchSigned: (docToken, name) =>
      call('GET', `${documentPath(docToken)}/files/${encodeURIComponent(name)}`, undefined, (response) =>
        readAtMost(response, LARGEST_FILE, fileTooLong),
      ),
  }

  function json<T>(schema: z.ZodType<T>, method: string, path: string, body?: unknown): Promise<T> {
    return call(method, path, body, async (response) => {
      const parsed = schema.safeParse(await response.json())
      if (!parsed.success) throw new EsignUnavailable(`e-signature provider: unexpected answer to ${method}`)
      return parsed.data
    })
  }

  async function call<T>(
    method: string,
    path: string,
    body: unknown,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    try {
      const response = await fetch(`${config.baseUrl}/esign/v1${path}`, {
        method,
        headers: {
          'x-api-key': config.apiKey,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (!response.ok) throw await failure(response)
      return await read(response)
    } catch (error) {
      if (error instanceof EsignRefused || error instanceof EsignUnavailable) throw error
      throw new EsignUnavailable('e-signature provider: no answer', { cause: error })
    }
  }
}

async function failure(response: Response): Promise<EsignRefused | EsignUnavailable> {
  const code = response.status
  const text = await response.text()
  if (code < 400 || code >= 500 || code === 408 || code === 429) {
    return new EsignUnavailable(`e-signature provider: status ${code}`)
  }
  const parsed = refusal.safeParse(parseJson(text))
  return parsed.success
    ? new EsignRefused(parsed.data.code, code, parsed.data.message)
    : new EsignUnavailable(`e-signature provider: status ${code} without a reason`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function documentPath(docToken: string): string {
  return `/documents/${encodeURIComponent(docToken)}`
}
