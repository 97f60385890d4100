import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { keepBanks } from '../../../scripts/start/banks.ts'
import { readConfig } from '../../../server/src/config.ts'
import { type Context, makeContext } from '../../../server/src/context.ts'
import { type SandboxProcess, startSandbox } from '../../../server/src/outside/testing/sandbox-process.ts'
import { Database, run } from '../../../server/src/platform/db/database.ts'
import { type Answer, clientOf, freePort, type TestApp } from '../../../server/testing/http.ts'
import { makeBooks, openStand } from '../stand/stand.ts'
import { FailPointControl } from './control.ts'
import { Program, runOperatorOnce } from './program.ts'

/** The product as real processes, with the sandbox as all external services. */
export type FailPointStand = {
  folder: string
  /** The context for preparing and inspecting trials; it has no fail points. */
  context: Context
  app: TestApp
  sandbox: string
  points: FailPointControl
  /**
   * Runs an operator's command, and repeats it when it was killed.
   * @returns its output
   * @throws unless it ends with 0
   */
  operator(args: readonly string[]): Promise<string>
  close(): Promise<void>
}

/** Milliseconds; long enough for a process that starts on a busy machine. */
export const answerLimitMs = 300_000

/** Repeats a request until it is answered, through restarts of the process and "busy" responses. */
export async function untilAnswered(
  request: () => Promise<Answer>,
  isAnswer: (answer: Answer) => boolean = ({ status }) => status !== 503,
): Promise<Answer> {
  let last = 'nothing'
  for (const limit = Date.now() + answerLimitMs; Date.now() < limit; await sleep(100)) {
    const answer = await request().catch((error: unknown) => String(error))
    if (typeof answer !== 'string' && isAnswer(answer)) return answer
    last = typeof answer === 'string' ? answer : `${answer.status} ${answer.bytes.toString()}`
  }
  throw new Error(`a request was not answered in five minutes; the last answer: ${last}`)
}

export async function openFailPointStand(): Promise<FailPointStand> {
  const stand = await openStand()
  const owner = await makeBooks(stand, 'pematang')
  await owner.db.close()
  const { folder } = stand
  const [httpPort, sandboxPort] = [await freePort(), await freePort()]
  const [origin, sandboxUrl] = [`http://127.0.0.1:${httpPort}`, `http://127.0.0.1:${sandboxPort}`]
  const banks = keepBanks(folder, sandboxPort)
  const shared = {
    ESIGN_API_KEY: 'key of the fail points',
    ESIGN_CALLBACK_SECRET: 'secret of the fail points',
    XIGNATURE_API_KEY: 'key of the fail points',
  }
  const sandbox = await startPatiently(
    {
      ...shared,
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_BANKS_FILE: banks.sandbox,
      SANDBOX_BANK_APP_URL: origin,
      SANDBOX_BANK_RETRY_MS: '100',
      SANDBOX_BANK_LATE_MS: '1000',
      ESIGN_RETRY_MS: '100',
    },
    path.join(folder, 'sandbox'),
  )
  const points = new FailPointControl(path.join(folder, 'points'))
  const settings = {
    ...shared,
    DATABASE_URL: stand.url('pematang'),
    PORT: String(httpPort),
    METRICS_PORT: '0',
    WORKER_METRICS_PORT: '0',
    CALLBACK_ORIGIN: origin,
    ESIGN_BASE_URL: sandboxUrl,
    XIGNATURE_BASE_URL: sandboxUrl,
    BANKS_FILE: banks.app,
    SIGNATURE_POLL_SECONDS: '1',
    SESSION_IDLE_SECONDS: '43200',
    LOG_LEVEL: 'warn',
    START_LIMIT_SECONDS: '300',
    ...ampleLimits,
  }
  const env = {
    ...settings,
    PATH: process.env.PATH ?? '',
    USER: 'bench',
    FAIL_POINTS: points.folder,
    NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
  }
  const config = readConfig({ ...settings, LOG_LEVEL: 'silent' })
  const context = await makeContext(config, { db: new Database({ url: settings.DATABASE_URL, size: 8 }) })
  const programs = [
    new Program('http', env, folder),
    // Jobs leased by a killed worker would wait 45 seconds for another one; this shortens only that wait.
    new Program('worker', env, folder, () =>
      run(
        context.db,
        'bench.end_leases',
        `update job set leased_until = app_now() - interval '1 second' where leased_until > app_now()`,
      ),
    ),
  ]
  for (const program of programs) program.start()
  const app = clientOf(origin)
  await untilAnswered(
    () => app.get('//readyz'),
    ({ status }) => status === 200,
  )
  return {
    folder,
    context,
    app,
    sandbox: sandboxUrl,
    points,
    async operator(args) {
      for (let tries = 0; tries < 5; tries += 1) {
        const { code, wasKilled, output } = await runOperatorOnce(args, env)
        if (wasKilled) continue
        if (code !== 0) throw new Error(`operator ${args.join(' ')} ended with ${code}: ${output}`)
        return output
      }
      throw new Error(`operator ${args.join(' ')} was killed again and again`)
    },
    async close() {
      await Promise.all(programs.map((program) => program.stop()))
      await sandbox.stop()
      await context.renderer.close()
      await context.db.close()
      await stand.close()
    },
  }
}

/** Starts the sandbox, and retries when a busy machine made it time out. */
async function startPatiently(...how: Parameters<typeof startSandbox>): Promise<SandboxProcess> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startSandbox(...how)
    } catch (error) {
      if (tries === 5) throw error
    }
  }
}

/**
 * Rate limits that all trials together cannot reach: all lenders share one address, and each takes part in one trial
 * only.
 */
const ampleLimits = Object.fromEntries(
  [
    'LIMIT_LOGIN_ADDRESS',
    'LIMIT_PASSWORD_ADDRESS',
    'LIMIT_DOWNLOAD_ADDRESS',
    'LIMIT_AGREEMENT_ADDRESS',
    'LIMIT_GUEST_ADDRESS',
    'LIMIT_NOISE_ADDRESS',
  ].map((name) => [name, '1000000/60']),
)
