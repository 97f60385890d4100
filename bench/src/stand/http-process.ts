import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const script = path.join(import.meta.dirname, '../../../server/src/main/http.ts')

export type HttpProcess = { port: number; pid: number; stop(): Promise<void> }

/**
 * Starts the product's HTTP process as production does, with its log of level `info` in a file, and waits until it
 * is ready. It ends with us, whatever happens to us: its channel closes.
 */
export async function startHttp(
  databaseUrl: string,
  logFile: string,
  nodeOptions: readonly string[] = [],
  settings: Record<string, string> = {},
): Promise<HttpProcess> {
  const port = await freePort()
  const log = openSync(logFile, 'a')
  const child = spawn(process.execPath, [...nodeOptions, script], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      LOG_LEVEL: 'info',
      // Nobody is asked for a signature: no worker runs.
      ESIGN_BASE_URL: 'http://127.0.0.1:9',
      ESIGN_API_KEY: 'bench-needs-no-provider',
      ESIGN_CALLBACK_SECRET: 'bench-needs-no-provider',
      // The sessions of the seed have to last for the whole run.
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
