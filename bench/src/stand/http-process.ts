import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { issueTestCertificate } from '../../../server/src/documents/testing.ts'
import { freePort } from '../../../server/testing/free-port.ts'

const script = path.join(import.meta.dirname, '../../../server/src/main/http.ts')

export type HttpProcess = { port: number; pid: number; stop(): Promise<void> }

/**
 * Starts the product's HTTP process as in production but with fake providers, with a log of level `info` in a file, and
 * waits until it is ready. It ends with this process in any case, because its channel closes.
 */
export async function startHttp(
  databaseUrl: string,
  logFile: string,
  settings: Record<string, string> = {},
): Promise<HttpProcess> {
  const port = await freePort()
  const log = openSync(logFile, 'a')
  const child = spawn(process.execPath, [script], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      LOG_LEVEL: 'info',
      // No signature is requested, and no worker runs.
      ESIGN_BASE_URL: 'http://127.0.0.1:9',
      ESIGN_API_KEY: 'bench-needs-no-provider',
      ESIGN_CALLBACK_SECRET: 'bench-needs-no-provider',
      ...platformCertificate(path.dirname(logFile)),
      // The sessions of the seed must last for the whole run.
      SESSION_IDLE_SECONDS: String(12 * 3600),
      ...settings,
    },
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  await untilReady(child, port, logFile)
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** The settings for signing with a certificate from files, as in production: a test certificate beside the log. */
function platformCertificate(folder: string): Record<string, string> {
  const files = {
    PLATFORM_KEY_FILE: path.join(folder, 'platform-key.pem'),
    PLATFORM_CERTIFICATE_FILE: path.join(folder, 'platform-certificate.pem'),
  }
  const { key, chain } = issueTestCertificate({ name: 'Pematang', now: new Date() })
  writeFileSync(files.PLATFORM_KEY_FILE, key, { mode: 0o600 })
  writeFileSync(files.PLATFORM_CERTIFICATE_FILE, chain)
  return files
}

async function untilReady(child: ChildProcess, port: number, logFile: string): Promise<void> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline && child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (answer?.status === 200) return
    await sleep(50)
  }
  child.kill('SIGKILL')
  throw new Error(`the HTTP process did not become ready; its log is ${logFile}`)
}
