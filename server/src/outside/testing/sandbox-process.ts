import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileCache } from '../../../testing/compile-cache.ts'

const MAIN = fileURLToPath(new URL('../../../../sandbox/src/main.ts', import.meta.url))
const START_LIMIT_MS = 120_000

export type SandboxProcess = {
  baseUrl: string
  /** The certificates (PEM) of its authorities for signers and for time stamps. */
  trust: { signers: string; timestamps: string }
  pid: number
  /** Stops the sandbox; 'SIGKILL' simulates a crash. Removes the data folder if it was a fresh one. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/**
 * Starts the sandbox process for tests on a free port and resolves when it is ready.
 * @param dataFolder stores the state across several starts; without it a fresh folder is used and removed at the end
 */
export async function startSandbox(
  settings: Record<string, string>,
  dataFolder?: string,
): Promise<SandboxProcess> {
  const folder = dataFolder ?? (await mkdtemp(path.join(tmpdir(), 'sandbox-')))
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      ...compileCache,
      SANDBOX_PORT: '0',
      SANDBOX_DATA: folder,
      ESIGN_API_KEY: 'key of nobody',
      ESIGN_CALLBACK_SECRET: 'secret of nobody',
      SANDBOX_SMS_KEY: 'key of nobody',
      ...settings,
    },
    // The IPC channel lets the sandbox notice when the test process ends.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const baseUrl = await readyAddress(child).catch(async (error: unknown) => {
    child.kill('SIGKILL')
    await ended
    throw error
  })
  return {
    baseUrl,
    trust: {
      signers: path.join(folder, 'trust', 'signers.pem'),
      timestamps: path.join(folder, 'trust', 'timestamps.pem'),
    },
    pid: child.pid as number,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      await ended
      if (dataFolder === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Waits for the line that the process prints when it is ready.
 * @returns the URL in it
 */
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
