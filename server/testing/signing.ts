import { createHmac, randomUUID } from 'node:crypto'
import { documentJobs } from '../src/documents/testing.ts'
import { type EsignSandbox, startEsignSandbox } from '../src/outside/esign/testing.ts'
import { privySandbox } from '../src/outside/esign/privy/testing.ts'
import { esignCallbackPath, privyCallbackPath, signingJobs } from '../src/funding/testing.ts'
import { runAllJobs } from './drain.ts'
import { readAgreements } from './agreements.ts'
import { freePort } from './free-port.ts'
import { type Answer, type LoggedIn, startApp, type TestApp } from './http.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'
import { makeFixture, type Fixture, type FixtureOptions } from './fixture.ts'

const secrets = { apiKey: 'key of the signing tests', callbackSecret: 'secret of the signing tests' }

export type Funded = { docToken: string; digiSignId: string; signCoordinatePage: number }
export type Loan = { loanId: number; loanNumber: string }
export type Opened = { token: string; url: string; expiresAt: string; furtherDocuments: number }

/** The app on a port, the provider's process, and a connection between them that a test can cut. */
export type SigningFixture = Fixture & {
  app: TestApp
  sandbox: EsignSandbox
  line: TcpProxy
  /** Runs due jobs until none is left. */
  drain(): Promise<number>
  /** Runs jobs until the funding has ended, for at most ten seconds, and returns its final state. */
  ended(lender: LoggedIn, docToken: string): Promise<string>
  /** Reads the agreements and funds, over HTTP. */
  fund(lender: LoggedIn, loan: Loan, amount: number): Promise<Funded>
  /** Requests the token of the signing page. */
  open(lender: LoggedIn, funded: Funded, page?: number): Promise<Answer>
  /** Sends a callback as the provider would; a wrong `secret` makes it a forgery. */
  tell(body: unknown, secret?: string): Promise<Answer>
}

/**
 * All participants of signing as real processes, connected over HTTP.
 * @param more further settings, e.g. for other roles of the sandbox, or of the chosen provider
 */
export async function makeSigningFixture(
  more: (sandbox: EsignSandbox) => FixtureOptions['settings'] = () => ({}),
): Promise<SigningFixture> {
  const port = await freePort()
  const callbackOrigin = `http://127.0.0.1:${port}`
  const sandbox = await startEsignSandbox({
    ...secrets,
    appOrigin: 'http://localhost:3000',
    lateMs: 1_500,
    retryMs: 100,
    settings: privySandbox(`${callbackOrigin}${privyCallbackPath}`),
  })
  const line = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(sandbox.baseUrl).port) })
  const fixture = await makeFixture({
    settings: {
      ESIGN_BASE_URL: `http://127.0.0.1:${line.port}`,
      ESIGN_PUBLIC_URL: sandbox.baseUrl,
      ESIGN_API_KEY: secrets.apiKey,
      ESIGN_CALLBACK_SECRET: secrets.callbackSecret,
      CALLBACK_ORIGIN: callbackOrigin,
      // Tests travel past the time limit for signing, and the lender's session must outlast that.
      SESSION_IDLE_SECONDS: '43200',
      ESIGN_TRUST_FILE: sandbox.trust.signers,
      ...more(sandbox),
    },
  })
  const { context } = fixture
  const app = await startApp(fixture, port)
  const drain = () => runAllJobs(context, { ...signingJobs(context), ...documentJobs(context) })
  return {
    ...fixture,
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
      await readAgreements(lender, { loanNumber, amount })
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
      await fixture.close()
    },
  }
}

/** A callback of the provider for a funding. */
export const noticeOf = (reference: string, event: string, eventId = randomUUID()) => ({
  eventId,
  docToken: 'a token of the provider',
  reference,
  event,
  occurredAt: new Date().toISOString(),
})
