import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { keepBanks } from '../../../scripts/start/banks.ts'
import { readConfig } from '../../../server/src/outside/read-config.ts'
import type { Context } from '../../../server/src/context.ts'
import { makeContext } from '../../../server/src/main/testing.ts'
import { type SandboxProcess, startSandbox } from '../../../server/src/outside/testing/sandbox-process.ts'
import { Database, run } from '../../../server/src/platform/db/database.ts'
import { freePort } from '../../../server/testing/free-port.ts'
import { type Answer, clientOf, type TestApp } from '../../../server/testing/http.ts'
import { quickPasswords } from '../../../server/testing/quick-passwords.ts'
import { makeBooks, openStand } from '../../../bench/src/stand/stand.ts'
import { BankDoor } from './bank-door.ts'
import { FailPointControl } from './control.ts'
import { OperatorProgram } from './operator-program.ts'
import { Program } from './program.ts'

/** The product as real processes, with the sandbox as all external services. */
export type FailPointStand = {
  folder: string
  /** The context for preparing and inspecting trials; it has no fail points. */
  context: Context
  app: TestApp
  sandbox: string
  points: FailPointControl
  /**
   * Runs an operator's command, and repeats it when it was killed. A repeated command may be refused because the first
   * one was committed.
   * @returns its output
   * @throws unless it ends with 0
   */
  operator(args: readonly string[]): Promise<string>
  /** Ends the worker and starts it again, so that all its recurring tasks run at once. */
  restartWorker(): Promise<void>
  /** How processes ended that no fail point had killed, since the last call. */
  crashes(): string[]
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
  for (const limit = Date.now() + answerLimitMs; Date.now() < limit; await sleep(25)) {
    const answer = await request().catch((error: unknown) => String(error))
    if (typeof answer !== 'string' && isAnswer(answer)) return answer
    last = typeof answer === 'string' ? answer : `${answer.status} ${answer.bytes.toString()}`
  }
  throw new Error(`a request was not answered in five minutes; the last answer: ${last}`)
}

const root = path.join(import.meta.dirname, '../../..')

export async function openFailPointStand(): Promise<FailPointStand> {
  const stand = await openStand()
  const owner = await makeBooks(stand, 'pematang')
  await owner.db.close()
  const { folder } = stand
  const [httpPort, sandboxPort] = [await freePort(), await freePort()]
  const [origin, sandboxUrl] = [`http://127.0.0.1:${httpPort}`, `http://127.0.0.1:${sandboxPort}`]
  const door = await BankDoor.open(sandboxUrl)
  const banks = keepBanks(folder, door.port)
  const sandbox = await startPatiently(
    sandboxSettings(sandboxPort, banks.sandbox, origin),
    path.join(folder, 'sandbox'),
  )
  const points = new FailPointControl(path.join(folder, 'points'))
  const settings = appSettings({
    DATABASE_URL: stand.url('pematang'),
    PORT: String(httpPort),
    CALLBACK_ORIGIN: origin,
    ESIGN_BASE_URL: sandboxUrl,
    XIGNATURE_BASE_URL: sandboxUrl,
    BANKS_FILE: banks.app,
  })
  const env = { ...settings, PATH: process.env.PATH ?? '', USER: 'bench', FAIL_POINTS: points.folder }
  const config = readConfig({ ...settings, LOG_LEVEL: 'silent' })
  const context = await makeContext(config, {
    db: new Database({ url: settings.DATABASE_URL, size: 8 }),
    passwords: quickPasswords,
  })
  const crashes: string[] = []
  const programOf = (name: 'http' | 'worker', beforeRestart?: () => Promise<unknown>) =>
    new Program({
      file: path.join(root, 'server/src/main', `${name}.ts`),
      env,
      logFile: path.join(folder, `${name}.log`),
      ...(beforeRestart && { beforeRestart }),
      onCrash: (how) => crashes.push(how),
    })
  const http = programOf('http')
  const worker = programOf('worker', () => endLeases(context))
  for (const program of [http, worker]) program.start()
  const operators = new OperatorProgram(
    path.join(root, 'server/testing/operator-session.ts'),
    env,
    path.join(folder, 'operator.log'),
  )
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
    operator: (args) => insist(operators, args),
    restartWorker: () => worker.restart(),
    crashes: () => crashes.splice(0),
    async close() {
      operators.close()
      await Promise.all([http.stop(), worker.stop()])
      await sandbox.stop()
      await door.close()
      await context.renderer.close()
      await context.db.close()
      await stand.close()
    },
  }
}

/** Matches the refusal of a command whose first run was committed before its process was killed. */
const doneBefore =
  /sebelumnya|sudah|REVERSED|NOTHING_TO_REVERSE|NOT_DISBURSED|VOTE_STANDING|masih memegang perintah/i

/**
 * Runs a command until it was not killed.
 * @throws where it was refused, unless it had been killed before and the refusal says that it was done
 */
async function insist(operators: OperatorProgram, args: readonly string[]): Promise<string> {
  for (let tries = 0; tries < 5; tries += 1) {
    const { code, wasKilled, output } = await operators.run(args)
    if (wasKilled) continue
    // A comparison with the bank ends with 1 where something differs, also of other trials.
    const isDone = code === 0 || (code === 1 && args[1] === 'reconcile')
    if (isDone || (tries > 0 && code === 2 && doneBefore.test(output))) return output
    throw new Error(`operator ${args.join(' ')} ended with ${code}: ${output}`)
  }
  throw new Error(`operator ${args.join(' ')} was killed again and again`)
}

/** Jobs leased by a killed worker would wait 45 seconds for another one; this shortens only that wait. */
const endLeases = ({ db }: Context): Promise<number> =>
  run(
    db,
    'bench.end_leases',
    `update job set leased_until = app_now() - interval '1 second' where leased_until > app_now()`,
  )

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

const secrets = {
  ESIGN_API_KEY: 'key of the fail points',
  ESIGN_CALLBACK_SECRET: 'secret of the fail points',
  XIGNATURE_API_KEY: 'key of the fail points',
}

const sandboxSettings = (port: number, banksFile: string, origin: string): Record<string, string> => ({
  ...secrets,
  SANDBOX_PORT: String(port),
  SANDBOX_BANKS_FILE: banksFile,
  SANDBOX_BANK_APP_URL: origin,
  SANDBOX_BANK_RETRY_MS: '100',
  SANDBOX_BANK_LATE_MS: '1000',
  ESIGN_RETRY_MS: '100',
})

/** The settings of the app: short waits, and rate limits that all trials together cannot reach. */
const appSettings = <Own extends Record<string, string>>(own: Own) => ({
  ...secrets,
  ...own,
  METRICS_PORT: '0',
  WORKER_METRICS_PORT: '0',
  SIGNATURE_POLL_SECONDS: '1',
  BANK_TIMEOUT_MS: '1500',
  BANK_CALL_WINDOW_SECONDS: '300',
  WITHDRAWAL_LOST_SECONDS: '600',
  TOP_UP_WITHOUT_LINE_LIMIT: String(Number.MAX_SAFE_INTEGER),
  // The audit after each trial checks the books.
  BOOKS_CHECK_SECONDS: '0',
  SESSION_IDLE_SECONDS: '43200',
  STOP_DELAY_SECONDS: '0',
  LOG_LEVEL: 'warn',
  START_LIMIT_SECONDS: '300',
  ...ampleLimits,
})

/** All lenders share one address, and each takes part in one trial only. */
const ampleLimits = Object.fromEntries(
  ['LOGIN', 'PASSWORD', 'DOWNLOAD', 'AGREEMENT', 'GUEST', 'NOISE'].map((name) => [
    `LIMIT_${name}_ADDRESS`,
    '1000000/60',
  ]),
)
