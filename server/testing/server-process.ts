import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileCache } from './compile-cache.ts'
import { freePort } from './free-port.ts'

export type ServerProcess = {
  child: ChildProcess
  /** Scheme, host and port on which an HTTP process listens. */
  origin: string
  /** The address of its metrics. */
  metrics: string
  /** All lines that it has written, log records and others. */
  lines(): string[]
  /** Its log records, i.e. the lines that are JSON. */
  records(): Record<string, unknown>[]
  /** Resolves when the process ends, with how it ended. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; atMs: number }>
}

const metricsSettings = {
  http: 'METRICS_PORT',
  worker: 'WORKER_METRICS_PORT',
  console: 'CONSOLE_METRICS_PORT',
} as const

/**
 * Starts one of the product's own processes as `npm start` does, and waits until it is ready.
 * @param tree the checkout whose process it is, by default this one
 */
export async function startServerProcess(
  name: 'http' | 'worker' | 'console',
  databaseUrl: string,
  settings: Record<string, string> = {},
  readyWithinMs = 60_000,
  tree = fileURLToPath(new URL('../..', import.meta.url)),
): Promise<ServerProcess> {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const child = spawn(process.execPath, [path.join(tree, `server/src/main/${name}.ts`)], {
    env: {
      PATH: process.env.PATH,
      ...compileCache,
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      ...{ METRICS_PORT: '0', WORKER_METRICS_PORT: '0', CONSOLE_METRICS_PORT: '0' },
      [metricsSettings[name]]: String(metricsPort),
      CONSOLE_PORT: name === 'console' ? String(port) : '0',
      ESIGN_BASE_URL: 'http://127.0.0.1:9',
      ESIGN_API_KEY: 'test-key-of-the-sandbox',
      ESIGN_CALLBACK_SECRET: 'test-secret-of-the-sandbox',
      ...settings,
    },
    // Through the IPC channel the process ends when the test process is gone.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (piece: Buffer) => {
      output += piece.toString()
    })
  }
  const ended: ServerProcess['ended'] = new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, atMs: performance.now() }))
  })
  const origin = `http://127.0.0.1:${port}`
  const metrics = `http://127.0.0.1:${metricsPort}`
  const ready = name === 'worker' ? `${metrics}/healthz` : `${origin}/readyz`
  for (const limit = Date.now() + readyWithinMs; ; ) {
    const answer = await fetch(ready).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.status === 200) break
    if (child.exitCode !== null || Date.now() > limit) {
      child.kill('SIGKILL')
      throw new Error(`the ${name} process did not become ready:\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  const lines = () => output.split('\n').filter((line) => line !== '')
  return {
    child,
    origin,
    metrics,
    lines,
    records: () =>
      lines()
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    ended,
  }
}
