import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const checkout = path.resolve(import.meta.dirname, '../../..')

const scripts = { http: 'server/src/main/http.ts', worker: 'server/src/main/worker.ts' }

const startLimitMs = 240_000
const stopLimitMs = 90_000
const unlimited = '1000000/60'
/** The limits against guessing, which all lenders share here because they share an address. */
const limits = ['LOGIN', 'PASSWORD', 'DOWNLOAD', 'AGREEMENT'].flatMap((name) =>
  ['ACCOUNT', 'DEVICE', 'ADDRESS'].map((of) => `LIMIT_${name}_${of}`),
)

/** The product as `npm start` runs it, in a data folder of its own. */
export class Product {
  readonly dataDir: string
  readonly port: number
  readonly sandboxPort: number
  /** The lines that the start printed to the terminal. */
  readonly said: string[] = []
  readonly #log: string
  #child: ChildProcess | null = null

  /** @param log a file for what the start prints */
  constructor({ dataDir, log, port }: { dataDir: string; log: string; port: number }) {
    this.dataDir = dataDir
    this.#log = log
    this.port = port
    this.sandboxPort = port + 1
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get cluster(): string {
    return path.join(this.dataDir, 'postgres', 'cluster')
  }

  /** @throws with the last lines where it does not come up */
  async start(settings: Record<string, string> = {}): Promise<void> {
    const { PATH = '', HOME = '' } = process.env
    const child = spawn(process.execPath, ['scripts/start.ts'], {
      cwd: checkout,
      env: {
        PATH,
        HOME,
        NODE_COMPILE_CACHE: path.join(checkout, '.cache/compile'),
        PEMATANG_DATA: this.dataDir,
        PORT: String(this.port),
        SANDBOX_PORT: String(this.sandboxPort),
        SANDBOX_SMTP_PORT: String(this.port + 2),
        METRICS_PORT: String(this.port + 3),
        WORKER_METRICS_PORT: String(this.port + 4),
        DEMO: 'off',
        TOP_UP_WITHOUT_LINE_LIMIT: String(Number.MAX_SAFE_INTEGER),
        // Finds a signature whose callback was lost soon after the fault.
        SIGNATURE_POLL_SECONDS: '2',
        ...Object.fromEntries(limits.map((name) => [name, unlimited])),
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    const from = this.said.length
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => {
        const text = piece.toString('utf8')
        appendFileSync(this.#log, text)
        this.said.push(...text.split('\n').filter(Boolean))
      })
    const until = performance.now() + startLimitMs
    while (!this.said.slice(from).some((line) => line.includes('Pematang is running.'))) {
      if (child.exitCode !== null || performance.now() > until)
        throw new Error(`The product did not start:\n${this.said.slice(-10).join('\n')}`)
      await sleep(50)
    }
  }

  /** Ends it as Ctrl-C does. */
  async stop(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
    await ended
    clearTimeout(timer)
  }

  /** Whether the process of `npm start` itself runs. */
  get isUp(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** The process id of `npm start`. */
  get supervisor(): number {
    return this.#child?.pid ?? 0
  }

  /** The process id of a service; undefined while it does not run. */
  pidOf(part: keyof typeof scripts): number | undefined {
    return childrenOf(this.supervisor).find((pid) => commandOf(pid).includes(scripts[part]))
  }

  /** The process id of PostgreSQL and of its sessions and helpers. */
  databasePids(): number[] {
    const [postmaster = 0] = this.#postmaster()
    return postmaster === 0 ? [] : [postmaster, ...childrenOf(postmaster)]
  }

  get ownerUrl(): string {
    const [, , , port, folder = ''] = this.#postmasterLines()
    return `postgres://app@localhost/pematang?host=${encodeURIComponent(folder)}&port=${port}`
  }

  #postmaster(): number[] {
    try {
      return [Number(this.#postmasterLines()[0])]
    } catch {
      return []
    }
  }

  #postmasterLines(): string[] {
    return readFileSync(path.join(this.cluster, 'postmaster.pid'), 'utf8').split('\n')
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent)
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name is in brackets and may contain spaces, so fields are counted after the last bracket.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
