import { createHmac, randomUUID } from 'node:crypto'
import { documentJobs } from '../documents/jobs.ts'
import { type EsignSandbox, startEsignSandbox } from '../outside/esign/testing.ts'
import { signingJobs } from '../signing/jobs.ts'
import { esignCallbackPath } from '../signing/send-documents.ts'
import { runAllJobs } from './drain.ts'
import { type Answer, freePort, type LoggedIn, startApp, type TestApp } from './http.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'
import { makeWorld, type World } from './world.ts'

const secrets = { apiKey: 'key of the signing tests', callbackSecret: 'secret of the signing tests' }

export type Funded = { docToken: string; digiSignId: string; signCoordinatePage: number }
export type Loan = { loanId: number; loanNumber: string }
export type Opened = { token: string; url: string; expiresAt: string }

/** The app on a port, the provider's process, and a line between them that can be cut. */
export type SigningWorld = World & {
  app: TestApp
  sandbox: EsignSandbox
  line: TcpProxy
  /** Runs the jobs that are due until none is. */
  drain(): Promise<number>
  /** Runs jobs until the funding has ended, at most ten seconds; gives how it ended. */
  ended(lender: LoggedIn, docToken: string): Promise<string>
  /** Reads the agreements and funds, by HTTP. */
  fund(lender: LoggedIn, loan: Loan, amount: number): Promise<Funded>
  /** Asks for the token of the signing page. */
  open(lender: LoggedIn, funded: Funded, page?: number): Promise<Answer>
  /** Sends a callback as the provider would; `secret` makes it a forgery. */
  tell(body: unknown, secret?: string): Promise<Answer>
}

/** Everything that takes part in signing, as real processes and over HTTP. */
export async function makeSigningWorld(): Promise<SigningWorld> {
  const [sandbox, port] = await Promise.all([
    startEsignSandbox({ ...secrets, appOrigin: 'http://localhost:3000', lateMs: 1_500, retryMs: 100 }),
    freePort(),
  ])
  const line = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(sandbox.baseUrl).port) })
  const world = await makeWorld({
    settings: {
      ESIGN_BASE_URL: `http://127.0.0.1:${line.port}`,
      ESIGN_PUBLIC_URL: sandbox.baseUrl,
      ESIGN_API_KEY: secrets.apiKey,
      ESIGN_CALLBACK_SECRET: secrets.callbackSecret,
      CALLBACK_ORIGIN: `http://127.0.0.1:${port}`,
      // Tests travel past the time for signing and look at what the lender then sees.
      SESSION_IDLE_SECONDS: '43200',
    },
  })
  const { context } = world
  const app = await startApp(world, port)
  const drain = () => runAllJobs(context, { ...signingJobs(context), ...documentJobs(context) })
  return {
    ...world,
    app,
    sandbox,
    line,
    drain,
    async ended(lender, docToken) {
      for (const limit = Date.now() + 10_000; ; ) {
        await drain()
        const { json } = await lender.get(`/funding/status?docToken=${docToken}`)
        if (json.state !== 'WAITING') return json.state
        if (Date.now() > limit) throw new Error('the funding did not end in time')
        await context.clock.sleep(50)
      }
    },
    async fund(lender, { loanId, loanNumber }, amount) {
      const read = await lender.post('/funding/agreement', {
        loanNumber,
        lenderUserId: lender.lenderId,
        amount,
      })
      if (read.status !== 200) throw new Error(`agreement: ${read.bytes.toString()}`)
      const funded = await lender.pay('/funding', { loanId, amount, loanNumber })
      if (funded.status !== 200) throw new Error(`funding: ${funded.bytes.toString()}`)
      return funded.json as Funded
    },
    open: (lender, { docToken, digiSignId }, signCoordinatePage) =>
      lender.post('/signing/token', {
        docToken,
        digiSignId,
        ...(signCoordinatePage === undefined ? {} : { signCoordinatePage }),
      }),
    async tell(body, secret = secrets.callbackSecret) {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const timestamp = context.clock.now().toISOString()
      const signature = createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex')
      return app.call('POST', `/${esignCallbackPath}`, text, {
        headers: { 'x-timestamp': timestamp, 'x-signature': signature },
      })
    },
    async close() {
      await app.close()
      await sandbox.stop()
      await line.close()
      await world.close()
    },
  }
}

/** A callback of the provider about a funding. */
export const noticeOf = (reference: string, event: string, eventId = randomUUID()) => ({
  eventId,
  docToken: 'a token of the provider',
  reference,
  event,
  occurredAt: new Date().toISOString(),
})
