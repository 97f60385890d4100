import { expect } from 'vitest'
import { jobs as signingJobs } from '../../signing/jobs.ts'
import { runAllJobs } from '../../../../testing/drain.ts'
import { goodPassword, type LoggedIn, logIn, startApp, type TestApp } from '../../../../testing/http.ts'
import { chooseSigner, localXignature, mandated } from '../../../../testing/mandates.ts'
import { readAgreements } from '../../../../testing/agreements.ts'
import { aLoan } from '../../../../testing/people.ts'
import { type Fixture, makeFixture } from '../../../../testing/fixture.ts'
import { jobs as mandateJobs } from '../jobs.ts'
import type { Context } from '../../../context.ts'

export type MandateFixture = Fixture & {
  app: TestApp
  drain(context?: Context): Promise<number>
  signer(): Promise<LoggedIn>
  /**
   * Creates and opens the text of a mandate.
   * @returns its version
   */
  read(lender: LoggedIn, ceilings?: object): Promise<number>
  grant(lender: LoggedIn, version: number, password?: string): ReturnType<LoggedIn['post']>
  /**
   * Creates a mandate in force, granted by its lender over HTTP.
   * @returns its id
   */
  mandateOf(lender: LoggedIn, ceilings?: object): Promise<string>
  /**
   * Creates a funding awaiting its signature, with real agreements: under a mandate, or made by the lender themselves.
   */
  waiting(lender: LoggedIn, mandateId: string | null, amount?: number): Promise<string>
}

export const usualCeilings = { largestPerLoan: 500_000, totalBudget: 2_000_000 }

export async function makeMandateFixture(): Promise<MandateFixture> {
  const fixture = await makeFixture({
    settings: {
      SESSION_IDLE_SECONDS: '864000',
      SESSION_ABSOLUTE_SECONDS: '864000',
      // All lenders of these tests share one address and device, so the limits are raised.
      LIMIT_LOGIN_ADDRESS: '10000/60',
      LIMIT_LOGIN_DEVICE: '10000/60',
      LIMIT_DOWNLOAD_DEVICE: '10000/60',
      LIMIT_AGREEMENT_DEVICE: '10000/60',
      LIMIT_PASSWORD_DEVICE: '10000/60',
    },
    overrides: { xignature: localXignature },
  })
  const { context } = fixture
  const app = await startApp(fixture)
  const drain = (of: Context = context) => runAllJobs(of, { ...mandateJobs(of), ...signingJobs(of) })
  const read = async (lender: LoggedIn, ceilings: object = usualCeilings) => {
    const made = await lender.post('/mandate/text', ceilings)
    expect(made.status, made.bytes.toString()).toBe(200)
    const opened = await lender.post('/documents/download', { document_url: made.json.filepath })
    expect(opened.status).toBe(200)
    return made.json.version as number
  }
  const grant = (lender: LoggedIn, version: number, password = goodPassword) =>
    lender.post('/mandate/grant', { version, password })
  return {
    ...fixture,
    app,
    drain,
    read,
    grant,
    async signer() {
      const lender = await logIn(fixture, app, { cash: 5_000_000 })
      await chooseSigner(context, lender.lenderId, 'XIGNATURE')
      return lender
    },
    async mandateOf(lender, ceilings) {
      const granted = await grant(lender, await read(lender, ceilings))
      expect(granted.status, granted.bytes.toString()).toBe(200)
      await drain()
      const { rows } = await context.db.query<{ id: string }>({
        text: `select m.id from mandate m join mandate_signature s on s.mandate_id = m.id
                where m.lender_id = $1 order by m.version desc limit 1`,
        values: [lender.lenderId],
      })
      return rows[0]?.id ?? ''
    },
    async waiting(lender, mandateId, amount = 500_000) {
      const loan = await aLoan(context)
      await readAgreements(lender, { ...loan, amount })
      await lender.post('/auth/password/validate', { password: goodPassword })
      const funded = await lender.pay('/funding', { ...loan, amount })
      expect(funded.status, funded.bytes.toString()).toBe(200)
      const { docToken } = funded.json as { docToken: string }
      if (mandateId !== null) await mandated(context, { lenderId: lender.lenderId, docToken }, mandateId)
      return docToken
    },
    async close() {
      await app.close()
      await fixture.close()
    },
  }
}
