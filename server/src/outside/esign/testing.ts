import { startSandbox, type SandboxProcess } from '../testing/sandbox-process.ts'

export type EsignSandboxOptions = {
  callbackSecret: string
  apiKey: string
  /** Origin that may embed the signing page. */
  appOrigin?: string
  /** Keep the state here over several starts; otherwise a fresh folder that is removed at the end. */
  dataFolder?: string
  /** Delay of the late callback, milliseconds. */
  lateMs?: number
  /** First pause before a failed callback is sent again, milliseconds. */
  retryMs?: number
}

export type EsignSandbox = SandboxProcess & {
  /** Signs like the signing page does: a token or the address of its page; any six digits unless told. */
  sign(tokenOrUrl: string, pin?: string): Promise<Response>
  reject(tokenOrUrl: string, reason?: string): Promise<Response>
  review(tokenOrUrl: string): Promise<Response>
}

/** For tests: starts the sandbox process on a free port and answers when it is ready. */
export async function startEsignSandbox(options: EsignSandboxOptions): Promise<EsignSandbox> {
  const sandbox = await startSandbox(
    {
      ESIGN_API_KEY: options.apiKey,
      ESIGN_CALLBACK_SECRET: options.callbackSecret,
      ESIGN_FRAME_ANCESTORS: options.appOrigin ?? '',
      ESIGN_LATE_MS: String(options.lateMs ?? 20_000),
      ESIGN_RETRY_MS: String(options.retryMs ?? 200),
    },
    options.dataFolder,
  )
  const { baseUrl } = sandbox
  const post = (tokenOrUrl: string, action: string, body: object) =>
    fetch(`${baseUrl}/esign/sign/${tokenOf(tokenOrUrl)}/${action}`, {
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

function tokenOf(tokenOrUrl: string): string {
  return tokenOrUrl.slice(tokenOrUrl.lastIndexOf('/') + 1)
}
