import { startSandbox, type SandboxProcess } from '../testing/sandbox-process.ts'

export type EsignSandboxOptions = {
  callbackSecret: string
  apiKey: string
  /** Origin of the app that may embed the signing page. */
  appOrigin?: string
  /** A folder that stores the state across several starts; without it a fresh folder is used and removed at the end. */
  dataFolder?: string
  /** Delay of the late callback, milliseconds. */
  lateMs?: number
  /** Initial delay before a failed callback is sent again, milliseconds. */
  retryMs?: number
  /** Further settings, such as those of a Privy merchant. */
  settings?: Record<string, string>
}

export type EsignSandbox = SandboxProcess & {
  /** Signs as the signing page does, given a token or the URL of its page. Any six-digit PIN signs by default. */
  sign(tokenOrUrl: string, pin?: string): Promise<Response>
  reject(tokenOrUrl: string, reason?: string): Promise<Response>
  review(tokenOrUrl: string): Promise<Response>
}

/** Starts the sandbox process for tests on a free port and resolves when it is ready. */
export async function startEsignSandbox(options: EsignSandboxOptions): Promise<EsignSandbox> {
  const sandbox = await startSandbox(
    {
      ESIGN_API_KEY: options.apiKey,
      ESIGN_CALLBACK_SECRET: options.callbackSecret,
      ESIGN_FRAME_ANCESTORS: options.appOrigin ?? '',
      ESIGN_LATE_MS: String(options.lateMs ?? 20_000),
      ESIGN_RETRY_MS: String(options.retryMs ?? 200),
      ...options.settings,
    },
    options.dataFolder,
  )
  const { baseUrl } = sandbox
  const post = async (tokenOrUrl: string, action: string, body: object) =>
    fetch(`${baseUrl}/esign/sign/${await tokenOf(tokenOrUrl)}/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: baseUrl },
      body: JSON.stringify(body),
    })
  return {
    ...sandbox,
    sign: (tokenOrUrl, pin = '123456') => post(tokenOrUrl, 'sign', { pin }),
    reject: (tokenOrUrl, reason = '') => post(tokenOrUrl, 'reject', { reason }),
    review: (tokenOrUrl) => post(tokenOrUrl, 'review', {}),
  }
}

async function tokenOf(tokenOrUrl: string): Promise<string> {
  if (!tokenOrUrl.includes('/doc/')) return tokenOrUrl.slice(tokenOrUrl.lastIndexOf('/') + 1)
  const page = await (await fetch(tokenOrUrl)).text()
  return /\/esign\/sign\/([\w-]+)/.exec(page)?.[1] ?? 'no token on this page'
}
