import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../../../sandbox/src/main.ts', import.meta.url))
const START_LIMIT_MS = 20_000

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

export type EsignSandbox = {
  /** Origin of the running sandbox. */
  baseUrl: string
  pid: number
  /** Stops it; 'SIGKILL' is a crash. Removes the data folder when it was a fresh one. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Signs like the signing page does: a token or the address of its page; any six digits unless told. */
  sign(tokenOrUrl: string, pin?: string): Promise<Response>
  reject(tokenOrUrl: string, reason?: string): Promise<Response>
  review(tokenOrUrl: string): Promise<Response>
}

/** For tests: starts the sandbox process on a free port and answers when it is ready. */
export async function startEsignSandbox(options: EsignSandboxOptions): Promise<EsignSandbox> {
  const folder = options.dataFolder ?? (await mkdtemp(path.join(tmpdir(), 'sandbox-')))
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      SANDBOX_PORT: '0',
      SANDBOX_DATA: folder,
      ESIGN_API_KEY: options.apiKey,
      ESIGN_CALLBACK_SECRET: options.callbackSecret,
      ESIGN_FRAME_ANCESTORS: options.appOrigin ?? '',
      ESIGN_LATE_MS: String(options.lateMs ?? 20_000),
      ESIGN_RETRY_MS: String(options.retryMs ?? 200),
    },
    // The channel lets the sandbox notice that the test process is gone.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const baseUrl = await readyAddress(child).catch(async (error: unknown) => {
    child.kill('SIGKILL')
    await ended
    throw error
  })
  const post = (tokenOrUrl: string, action: string, body: object) =>
    fetch(`${baseUrl}/esign/sign/${tokenOf(tokenOrUrl)}/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: baseUrl },
      body: JSON.stringify(body),
    })
  return {
    baseUrl,
    pid: child.pid as number,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      await ended
      if (options.dataFolder === undefined) await rm(folder, { recursive: true, force: true })
    },
    sign: (tokenOrUrl, pin = '123456') => post(tokenOrUrl, 'sign', { pin }),
    reject: (tokenOrUrl, reason = '') => post(tokenOrUrl, 'reject', { reason }),
    review: (tokenOrUrl) => post(tokenOrUrl, 'review', {}),
  }
}

/** The address from the one line that the process prints when it is ready. */
function readyAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    let errors = ''
    const limit = setTimeout(() => fail('it was not ready in time'), START_LIMIT_MS)
    const fail = (why: string) => {
      clearTimeout(limit)
      reject(new Error(`the sandbox did not start: ${why} ${errors}`))
    }
    child.once('error', (error) => fail(error.message))
    child.once('exit', (code) => fail(`it ended with code ${code}`))
    child.stderr?.on('data', (piece: Buffer) => {
      errors = (errors + piece.toString()).slice(-2_000)
    })
    child.stdout?.on('data', (piece: Buffer) => {
      output += piece.toString()
      const address = /ready at (\S+)\n/.exec(output)?.[1]
      if (address === undefined) return
      clearTimeout(limit)
      resolve(address)
    })
  })
}

function tokenOf(tokenOrUrl: string): string {
  return tokenOrUrl.slice(tokenOrUrl.lastIndexOf('/') + 1)
}
