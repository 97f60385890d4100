import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Database } from '../../../../server/src/platform/db/database.ts'
import { processCpu } from '../../../../bench/src/stand/cpu.ts'
import type { Place } from './settings.ts'

const programs = {
  http: 'server/src/main/http.ts',
  worker: 'server/src/main/worker.ts',
  sandbox: 'sandbox/src/main.ts',
  'http-2': 'server/src/main/http.ts',
  'worker-2': 'server/src/main/worker.ts',
} as const
export type Part = keyof typeof programs
export const parts = Object.keys(programs) as Part[]
const isSecond = (part: Part): boolean => part.endsWith('-2')

const root = path.resolve(import.meta.dirname, '../../../..')
const inThisFolder = (name: string) => path.join(import.meta.dirname, name)
const readyLimitMs = 240_000
/** How long after a kill the other processes may still meet its consequences. */
const settlingMs = 10_000

/**
 * The product's own processes on one database: HTTP and worker, each once or twice, and the sandbox. One of its rules may
 * be switched off.
 */
export class System {
  readonly place: Place
  readonly #sabotage: string | null
  readonly environment: Record<string, string>
  /** Milliseconds by which the clocks of all processes and of the database are ahead. */
  aheadMs = 0
  /** The time of the system at the last jump of its clock, in milliseconds since 1970. */
  sinceJump = 0
  readonly #running = new Map<Part, ChildProcess>()
  /** The time in milliseconds since 1970 until which a kill may have disturbed what was under way. */
  disturbedUntil = 0
  #stopping = false
  /** True at the end of the run: nothing is asked any more. */
  isClosed = false
  /** CPU microseconds of processes that have ended. */
  readonly #used = Object.fromEntries(parts.map((part) => [part, 0])) as Record<Part, number>
  #requests = 0

  /** @param environment that of environmentOf() */
  constructor(place: Place, environment: Record<string, string>, sabotage: string | null = null) {
    this.place = place
    this.#sabotage = sabotage
    this.environment = environment
  }

  /** The processes that run: where there are two servers, both have an HTTP process and a worker. */
  get parts(): Part[] {
    return parts.filter((part) => this.place.second !== null || !isSecond(part))
  }

  /** The server to ask: where there are two they take turns, so that what one has answered is known to the other. */
  get origin(): string {
    const { port, second } = this.place
    this.#requests += 1
    return `http://127.0.0.1:${second !== null && this.#requests % 2 === 0 ? second.port : port}`
  }

  /** The time of the system in milliseconds since 1970. */
  now(): number {
    return Date.now() + this.aheadMs
  }

  /** How a process of this system is started: its program, arguments of Node, and environment. */
  launch(program: string): { file: string; execArgv: string[]; env: Record<string, string> } {
    const hooks = ['shifted-clock.ts', ...(this.#sabotage === null ? [] : ['switch-off.ts'])]
    return {
      file: path.join(root, program),
      execArgv: [
        '--disable-warning=ExperimentalWarning',
        ...hooks.flatMap((name) => ['--import', inThisFolder(name)]),
      ],
      env: {
        ...this.environment,
        PROVE_CLOCK_AHEAD_MS: String(this.aheadMs),
        PROVE_SABOTAGE: this.#sabotage ?? '',
      },
    }
  }

  async start(): Promise<void> {
    this.#stopping = false
    // The worker reconciles past days as it starts, and the banks are there before it.
    await this.#start('sandbox')
    await Promise.all(this.parts.filter((part) => part !== 'sandbox').map((part) => this.#start(part)))
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await Promise.all(
      [...this.#running].map(async ([part, child]) => {
        this.#running.delete(part)
        await this.#end(part, child, 'SIGTERM')
      }),
    )
  }

  /** Kills a process without warning and starts it again. */
  async kill(part: Part): Promise<void> {
    this.disturbedUntil = Number.POSITIVE_INFINITY
    const child = this.#running.get(part)
    if (child) await this.#end(part, child, 'SIGKILL')
    if (!this.#stopping) await this.#start(part)
    this.disturbedUntil = Date.now() + settlingMs
  }

  /** The CPU microseconds of each process so far. */
  cpu(): Record<Part, number> {
    const now = { ...this.#used }
    for (const [part, { pid }] of this.#running) now[part] += processCpu(pid ?? 0)
    return now
  }

  /** The last lines that each process logged. */
  latestLines(count: number): Record<string, string> {
    const of = (part: Part): string =>
      readFileSync(path.join(this.place.folder, `${part}.log`), 'utf8')
        .trimEnd()
        .split('\n')
        .slice(-count)
        .join('\n')
    return Object.fromEntries(this.parts.map((part) => [part, of(part)]))
  }

  #end(part: Part, child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    this.#used[part] += processCpu(child.pid ?? 0)
    return end(child, signal)
  }

  /** Kills a backend of PostgreSQL without warning: the server ends all sessions and recovers from its log. */
  async crashDatabase(): Promise<void> {
    this.disturbedUntil = Date.now() + settlingMs
    const db = new Database({ url: this.place.databaseUrl, size: 1 })
    try {
      const { rows } = await db.query<{ pid: number }>({
        text: `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
                and backend_type = 'client backend' order by random() limit 1`,
      })
      if (rows[0]) process.kill(rows[0].pid, 'SIGKILL')
    } finally {
      await db.close().catch(() => {})
    }
  }

  /** Stops everything, advances the clock, and starts it again. */
  async jump(ms: number): Promise<void> {
    await this.stop()
    this.aheadMs += ms
    this.sinceJump = this.now()
    const db = new Database({ url: this.place.databaseUrl, size: 1 })
    try {
      const name = new URL(this.place.databaseUrl).pathname.slice(1)
      await db.query({ text: `alter database ${name} set app.time_shift = '${this.aheadMs} milliseconds'` })
    } finally {
      await db.close()
    }
    await this.start()
  }

  async #start(part: Part): Promise<void> {
    const { folder, sandboxPort, second } = this.place
    const { port, workerMetricsPort } = isSecond(part) && second !== null ? second : this.place
    mkdirSync(folder, { recursive: true })
    const log = openSync(path.join(folder, `${part}.log`), 'a')
    const { file, execArgv, env } = this.launch(programs[part])
    // With an IPC channel, the child ends when this process ends.
    const own = { ...env, PORT: String(port), WORKER_METRICS_PORT: String(workerMetricsPort) }
    const stdio = ['ignore', log, log, 'ipc'] as const
    const child = spawn(process.execPath, [...execArgv, file], { env: own, stdio: [...stdio] })
    closeSync(log)
    this.#running.set(part, child)
    const readyOf = {
      http: `http://127.0.0.1:${port}/readyz`,
      worker: `http://127.0.0.1:${workerMetricsPort}/healthz`,
      sandbox: `http://127.0.0.1:${sandboxPort}/healthz`,
    }
    const ready = readyOf[part.replace('-2', '') as keyof typeof readyOf]
    const until = Date.now() + readyLimitMs
    while (Date.now() < until && child.exitCode === null && child.signalCode === null) {
      const answer = await fetch(ready, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
      await answer?.arrayBuffer().catch(() => null)
      if (answer?.status === 200) return
      await sleep(50)
    }
    const said = readFileSync(path.join(folder, `${part}.log`), 'utf8').slice(-2_000)
    throw new Error(`${part} did not start:\n${said}`)
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  const late = setTimeout(() => child.kill('SIGKILL'), 20_000)
  await ended
  clearTimeout(late)
}
