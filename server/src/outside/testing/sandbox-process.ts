import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../../../sandbox/src/main.ts', import.meta.url))
const START_LIMIT_MS = 20_000

export type SandboxProcess = {
  /** Origin of the running sandbox. */
  baseUrl: string
  pid: number
  /** Stops it; 'SIGKILL' is a crash. Removes the data folder when it was a fresh one. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/**
 * For tests: starts the sandbox process on a free port and answers when it is ready.
 * @param dataFolder where it keeps its state over several starts; otherwise a fresh folder, removed at the end
 */
export async function startSandbox(
  settings: Record<string, string>,
  dataFolder?: string,
): Promise<SandboxProcess> {
  const folder = dataFolder ?? (await mkdtemp(path.join(tmpdir(), 'sandbox-')))
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      SANDBOX_PORT: '0',
      SANDBOX_DATA: folder,
      ESIGN_API_KEY: 'key of nobody',
      ESIGN_CALLBACK_SECRET: 'secret of nobody',
      SANDBOX_SMS_KEY: 'key of nobody',
      ...settings,
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
  return {
    baseUrl,
    pid: child.pid as number,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      await ended
      if (dataFolder === undefined) await rm(folder, { recursive: true, force: true })
    },
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
