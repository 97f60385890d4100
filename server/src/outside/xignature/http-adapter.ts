import { z } from 'zod'
import { EsignRefused, EsignUnavailable, isKeyRefused } from '../esign/port.ts'
import type { XignatureProvider } from './port.ts'

export type XignatureHttpConfig = {
  /** Origin of the provider, without a slash at the end. */
  baseUrl: string
  apiKey: string
  /** Time limit of one call, milliseconds. */
  timeoutMs?: number
}

type CheckedXignature = XignatureProvider & {
  /**
   * Sends a request without a signer and a digest, which the provider must refuse, but not for its key.
   * @throws EsignUnavailable, EsignRefused if it refuses the key
   */
  check(): Promise<void>
}

const base64 = z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/)
const signed = z.object({
  signedAt: z.iso.datetime().transform((text) => new Date(text)),
  signatures: z.array(z.object({ name: z.string(), cmsBase64: base64 })),
})
const refusal = z.object({ code: z.string(), message: z.string() })

/**
 * The provider over HTTP. Every call ends within the time limit: with the answer, with EsignRefused (a 4xx with an
 * explanation) or with EsignUnavailable (network, timeout, 408, 429, 5xx, malformed responses).
 */
export function httpXignature({ baseUrl, apiKey, timeoutMs = 5_000 }: XignatureHttpConfig): CheckedXignature {
  return {
    async sign({ reference, signer, digests }) {
      const answer = await ask({ reference, signer, digests })
      const signatures = digests.map(({ name }) => {
        const found = answer.signatures.find((one) => one.name === name)
        if (!found) throw new EsignUnavailable(`xignature: no signature of ${name}`)
        return Buffer.from(found.cmsBase64, 'base64')
      })
      return { signedAt: answer.signedAt, signatures }
    },
    async check() {
      try {
        await ask({})
      } catch (error) {
        if (error instanceof EsignRefused && !isKeyRefused(error)) return
        throw error
      }
      throw new EsignUnavailable('xignature: a request without a signer was not refused')
    },
  }

  async function ask(body: object): Promise<z.infer<typeof signed>> {
    try {
      const response = await fetch(`${baseUrl}/xignature/v1/signatures`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const parsed = (response.ok ? signed : refusal).safeParse(await response.json().catch(() => null))
      if (parsed.success && 'signatures' in parsed.data) return parsed.data
      throw parsed.success && 'code' in parsed.data && isRefusal(response.status)
        ? new EsignRefused(parsed.data.code, response.status, parsed.data.message)
        : new EsignUnavailable(`xignature: status ${response.status}`)
    } catch (error) {
      if (error instanceof EsignRefused || error instanceof EsignUnavailable) throw error
      throw new EsignUnavailable('xignature: no answer', { cause: error })
    }
  }
}

const isRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 429

/** Used if no provider is configured: fundings that need one wait. */
export const noXignature: XignatureProvider = {
  sign: () => Promise.reject(new EsignUnavailable('xignature: no provider is configured')),
}
