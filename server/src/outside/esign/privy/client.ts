import type { z } from 'zod'
import { EsignRefused, EsignUnavailable, fileTooLong } from '../port.ts'
import { readAtMost } from '../../read-at-most.ts'
import { paths, refusal, status, uploaded } from './wire.ts'

export type PrivyConfig = {
  /** Origin of the API, without a slash at the end. */
  baseUrl: string
  /** Origin of the signing page, as the browser sees it. */
  pageOrigin: string
  merchantKey: string
  username: string
  password: string
  /** Owner of the documents: the merchant's PrivyID and its token. */
  owner: { privyId: string; enterpriseToken: string }
  /** Further hosts from which signed files are fetched, over TLS; the API's own always is one. */
  fileHosts: readonly string[]
  /** Time limit of one call, milliseconds. */
  timeoutMs?: number
}

/** Maximum size of a signed file, bytes. */
const largestFile = 32 * 1024 * 1024

/**
 * HTTP statuses by which Privy refuses the document or the sender. Any other error, such as 404 for a wrong URL, does
 * not concern the document.
 */
const aboutUploads: ReadonlySet<number> = new Set([400, 401, 403, 413, 415, 422])

export type PrivyDocument = z.infer<typeof status>['data']

export type PrivyClient = {
  /**
   * Uploads one PDF for one signer.
   * @returns Privy's token of the document
   */
  uploadOne: (
    reference: string,
    signerId: string,
    file: { name: string; content: Uint8Array },
  ) => Promise<string>
  ask: (token: string) => Promise<PrivyDocument>
  download: (address: string) => Promise<Uint8Array>
}

/**
 * The calls of Privy's API. Each ends within the time limit: with the answer, with EsignRefused (a 4xx with an
 * explanation) or with EsignUnavailable (network, timeout, 408, 429, 5xx, malformed responses).
 */
export function privyClient(config: PrivyConfig): PrivyClient {
  const timeoutMs = config.timeoutMs ?? 10_000
  const authorization = `Basic ${Buffer.from(`${config.username}:${config.password}`).toString('base64')}`
  const headers = { authorization, 'merchant-key': config.merchantKey, accept: 'application/json' }

  return { uploadOne, ask, download }

  /**
   * Uploads one PDF for one signer. The title carries our reference, by which an operator finds it in Privy's console.
   */
  async function uploadOne(
    reference: string,
    signerId: string,
    { name, content }: { name: string; content: Uint8Array },
  ): Promise<string> {
    const form = new FormData()
    form.set('documentTitle', `${name.replace(/\.pdf$/, '')} ${reference}`)
    form.set('docType', 'Serial')
    form.set('owner', JSON.stringify(config.owner))
    form.set('recipients', JSON.stringify([{ privyId: signerId, type: 'Signer', enterpriseToken: '' }]))
    form.set('document', new Blob([new Uint8Array(content)], { type: 'application/pdf' }), name)
    try {
      return (await json(uploaded, paths.upload, { method: 'POST', body: form })).data.docToken
    } catch (error) {
      if (!(error instanceof EsignRefused) || aboutUploads.has(error.status)) throw error
      throw new EsignUnavailable(`Privy: status ${error.status} to an upload`, { cause: error })
    }
  }

  async function ask(token: string): Promise<PrivyDocument> {
    const { data } = await json(status, paths.status(token), { method: 'GET' })
    if (data.docToken !== token) throw new EsignUnavailable('Privy: the status of another document')
    return data
  }

  function json<T>(schema: z.ZodType<T>, path: string, init: RequestInit): Promise<T> {
    return call(`${config.baseUrl}${path}`, { ...init, headers }, async (response) => {
      const parsed = schema.safeParse(await response.json())
      if (!parsed.success) throw new EsignUnavailable(`Privy: unexpected answer to ${init.method}`)
      return parsed.data
    })
  }

  /**
   * Downloads a file from the URL in its status, if that is at the API or a host of the settings; the merchant's secrets
   * are sent to the API only.
   */
  async function download(address: string): Promise<Uint8Array> {
    const url = URL.parse(address)
    const origin = new URL(config.baseUrl).origin
    const isOwn = url?.origin === origin
    const isListed = url?.protocol === 'https:' && config.fileHosts.includes(url.host)
    if (!url || !(isOwn || isListed))
      throw new EsignUnavailable(
        `Privy: the signed file is at ${url?.origin}, which PRIVY_FILE_HOSTS does not name or which has no TLS`,
      )
    const init = { method: 'GET', ...(isOwn && { headers: { ...headers, accept: '*/*' } }) }
    return call(url.href, init, (response) => readAtMost(response, largestFile, fileTooLong))
  }

  async function call<T>(
    url: string,
    init: RequestInit,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await fetch(url, { ...init, redirect: 'error', signal })
      if (!response.ok) throw await failure(response)
      return await read(response)
    } catch (error) {
      if (error instanceof EsignRefused || error instanceof EsignUnavailable) throw error
      throw new EsignUnavailable('Privy: no answer', { cause: error })
    }
  }
}

/** Converts an error response: a 4xx with an explanation is a refusal, everything else an outage. */
async function failure(response: Response): Promise<EsignRefused | EsignUnavailable> {
  const { status: code } = response
  if (code < 400 || code >= 500 || code === 408 || code === 429) {
    return new EsignUnavailable(`Privy: status ${code}`)
  }
  const parsed = refusal.safeParse(await response.json().catch(() => null))
  // A rejected key needs no explanation.
  if (!parsed.success && code !== 401 && code !== 403) {
    return new EsignUnavailable(`Privy: status ${code} without a reason`)
  }
  const { errors = [], message = 'refused' } = parsed.data ?? {}
  const details = errors.map(({ field, messages }) => `${field}: ${messages.join(', ')}`)
  return new EsignRefused(`PRIVY_${code}`, code, [message, ...details].join('; '))
}
