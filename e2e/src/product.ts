import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '../../server/testing/free-port.ts'
import { childrenOf } from './processes.ts'
import { until } from './waiting.ts'

export const checkout = path.resolve(import.meta.dirname, '../..')
/** A compile cache for the processes: each program starts many times, and parsing takes most of the time of a start. */
export const compileCache = { NODE_COMPILE_CACHE: path.join(checkout, '.cache/compile') }

/** Settings of a product whose staff log in nowhere: a process less to start. */
export const withoutConsole = { CONSOLE_PORT: '0' }

/** The address of a running product; plain data, so that it can be passed to other processes. */
export type ProductAddress = {
  origin: string
  sandboxOrigin: string
  consoleOrigin: string
  dataDir: string
}

/** The parts of a running product that a test can kill. `backend` is one PostgreSQL session of the product. */
export type Part = 'supervisor' | 'http' | 'worker' | 'sandbox' | 'postmaster' | 'backend'

const scripts: Partial<Record<Part, string>> = {
  http: 'server/src/main/http.ts',
  worker: 'server/src/main/worker.ts',
  sandbox: 'sandbox/src/main.ts',
}

/** Milliseconds; a first start builds the pages and imports the demo's loans. */
const startLimitMs = 300_000
const stopLimitMs = 60_000

/** The exit code and output of a start that has ended. */
export type Ended = { code: number | null; output: string }

/** One product with a data folder of its own: `npm start` as a whole, on free ports. */
export class Product {
  readonly address: ProductAddress
  readonly env: Record<string, string>
  #child: ChildProcess | null = null
  #output = ''

  private constructor(address: ProductAddress, env: Record<string, string>) {
    this.address = address
    this.env = env
  }

  /**
   * Chooses a new temporary folder and free ports without starting anything.
   * @param settings environment variables of the product, e.g. SIGNATURE_SECONDS
   */
  static async make(settings: Record<string, string> = {}): Promise<Product> {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'pematang-e2e-'))
    // For a superuser the database runs as another user, who needs access to the folder.
    if (process.getuid?.() === 0) chmodSync(dataDir, 0o711)
    const [port, sandboxPort, smtpPort] = [await freePort(), await freePort(), await freePort()]
    const consolePort = await freePort()
    const address = {
      origin: `http://localhost:${port}`,
      sandboxOrigin: `http://127.0.0.1:${sandboxPort}`,
      consoleOrigin: `http://localhost:${consolePort}`,
      dataDir,
    }
    const env = {
      ...inherited(),
      ...compileCache,
      PEMATANG_DATA: dataDir,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(smtpPort),
      CONSOLE_PORT: String(consolePort),
      // Calls back reach this machine, as they never do in production.
      CALL_BACK_LOCAL: 'true',
      ...settings,
    }
    return new Product(address, env)
  }

  /** The output of the current start. */
  get output(): string {
    return this.#output
  }

  /**
   * Starts the product and waits for the summary that reports it as running.
   * @throws Error with all output when it ends instead
   */
  async start(): Promise<void> {
    const child = this.#spawn(this.env)
    this.#child = child
    this.#output = ''
    const keep = (chunk: Buffer): void => {
      this.#output += chunk.toString('utf8')
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    await until(
      'the product says that it runs',
      () => this.#output.includes('Pematang is running.') || child.exitCode !== null || null,
      { limitMs: startLimitMs },
    )
    if (child.exitCode !== null) throw new Error(`The product did not start:\n${this.#output}`)
  }

  /** Starts a second product on the same folder, with ports of its own, and waits until it has given up. */
  async startAgainBeside(): Promise<Ended> {
    const ports = {
      PORT: String(await freePort()),
      SANDBOX_PORT: String(await freePort()),
      CONSOLE_PORT: String(await freePort()),
    }
    const child = this.#spawn({ ...this.env, ...ports })
    let output = ''
    const keep = (chunk: Buffer): void => {
      output += chunk.toString('utf8')
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    const timer = setTimeout(() => child.kill('SIGTERM'), stopLimitMs)
    const code = await ending(child)
    clearTimeout(timer)
    return { code, output }
  }

  /**
   * Shuts the product down gracefully, as Ctrl-C does.
   * @returns the exit code of the start command
   */
  async stop(): Promise<number | null> {
    const child = this.#child
    if (child === null || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    const ended = ending(child)
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
    const code = await ended
    clearTimeout(timer)
    this.#child = null
    return code
  }

  /** Stops the product and removes its data. */
  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.address.dataDir, { recursive: true, force: true, maxRetries: 5 })
  }

  /**
   * Process id of a running part.
   * @throws Error when it does not run
   */
  pidOf(part: Part): number {
    const pid = this.#find(part)
    if (pid === undefined) throw new Error(`${part} does not run`)
    return pid
  }

  /** Sends a signal to one part of the product, and waits until its process has ended. */
  async kill(part: Part, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const supervisor = this.#child
    const pid = this.pidOf(part)
    const ended = part === 'supervisor' && supervisor !== null ? ending(supervisor) : null
    process.kill(pid, signal)
    await ended
    if (ended === null) await until(`${part} is gone`, () => (isGone(pid) ? true : null), { pauseMs: 20 })
  }

  /** Waits until the app and the sandbox answer. */
  async becomeReady(): Promise<void> {
    for (const url of [`${this.address.origin}/readyz`, `${this.address.sandboxOrigin}/healthz`]) {
      await until(`${url} answers`, async () => {
        const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) })
        await answer.arrayBuffer()
        return answer.ok ? true : null
      })
    }
  }

  #spawn(env: Record<string, string>): ChildProcess {
    return spawn(process.execPath, ['scripts/start.ts'], {
      cwd: checkout,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }

  #find(part: Part): number | undefined {
    const supervisor = this.#child?.pid
    if (supervisor === undefined) return undefined
    if (part === 'supervisor') return supervisor
    const script = scripts[part]
    if (script !== undefined) {
      return childrenOf(supervisor).find(({ command }) => command.endsWith(script))?.pid
    }
    const postmaster = readPostmaster(this.address.dataDir)
    if (part === 'postmaster' || postmaster === undefined) return postmaster
    const sessions = childrenOf(postmaster).filter(({ command }) => / pematang \[local\] /.test(command))
    return sessions[Math.floor(Math.random() * sessions.length)]?.pid
  }
}

/** The environment that a start needs from the machine, without other settings of the user who runs the tests. */
function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'USER', 'PG_BIN_DIR', 'npm_execpath']
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function readPostmaster(dataDir: string): number | undefined {
  try {
    const file = path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
    return Number.isInteger(pid) && pid > 1 && !isGone(pid) ? pid : undefined
  } catch {
    return undefined
  }
}

function isGone(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
  } catch {
    return true
  }
}

function ending(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => child.once('close', (code) => resolve(code)))
}

/** What the product's processes logged since then, at most the last 2,000 lines. */
export function readLog({ dataDir }: ProductAddress, since: Date): string {
  const folder = path.join(dataDir, 'log')
  const lines = readdirSync(folder).flatMap((name) =>
    readFileSync(path.join(folder, name), 'utf8').split('\n'),
  )
  const from = since.toISOString()
  const isRecent = (line: string): boolean => (/\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(line)?.[0] ?? '') >= from
  return lines.filter(isRecent).slice(-2_000).join('\n')
}
