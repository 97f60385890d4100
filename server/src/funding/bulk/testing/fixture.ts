import type { getBulkProgress } from '@pematang/contract/funding/bulk/endpoints'
import type { EndpointAnswer } from '@pematang/contract/endpoint'
import { expect } from 'vitest'
import { cashOf } from '../../../books/index.ts'
import { many } from '../../../platform/db/database.ts'
import { type AProduct, offerBulk } from '../../../../testing/bulk.ts'
import { runAllJobs } from '../../../../testing/drain.ts'
import {
  type Answer,
  goodPassword,
  type LoggedIn,
  logIn,
  startApp,
  type TestApp,
} from '../../../../testing/http.ts'
import { makeFixture, type Fixture, type FixtureOptions } from '../../../../testing/fixture.ts'
import { jobs as bulkFundingJobs } from '../jobs.ts'

export type BulkFunding = {
  loanNumber: string
  amount: number
  state: string
  interest: number
  documents: number
}

type Progress = EndpointAnswer<typeof getBulkProgress>

export type BulkFixture = Fixture & {
  app: TestApp
  /** A company with cash, logged in, to which bulk products are offered. */
  bulkLender(cash: number): Promise<LoggedIn>
  /** Previews a product, confirms the password and submits it. */
  submit(who: LoggedIn, product: AProduct, options?: { key?: string; agreed?: number }): Promise<Answer>
  /** Runs the due jobs until none is left. */
  drain(): Promise<void>
  progressOf(who: LoggedIn): Promise<Progress>
  cash(who: LoggedIn): Promise<{ available: number; held: number }>
  /** The fundings of a bulk funding, sorted by loan number. */
  fundingsOf(who: LoggedIn): Promise<BulkFunding[]>
}

export const bodyOf = (product: AProduct) => ({
  loan_bulk_upload_group_id: product.uploadId,
  loan_type_secure_id: String(product.loanTypeId),
})

/** A fixture with the whole app and lenders who fund bulk products through its API. */
export async function makeBulkFixture(options?: FixtureOptions): Promise<BulkFixture> {
  const fixture = await makeFixture(options)
  const app = await startApp(fixture)
  const { context } = fixture
  return {
    ...fixture,
    app,
    async bulkLender(cash) {
      const made = await logIn(fixture, app, { cash, userTypeId: 3 })
      await offerBulk(context, made.lenderId)
      return made
    },
    async submit(who, product, { key, agreed } = {}) {
      await who.get(`/marketplace/bulk/loan-numbers?bulk_secure_id=${product.uploadId}`)
      const shown = await who.post('/auth/password/validate', { password: goodPassword })
      expect(shown.json).toEqual({ is_validated: true })
      const more = agreed === undefined ? {} : { total_loan_amount: agreed }
      return who.pay('/funding/bulk', { ...bodyOf(product), ...more }, key)
    },
    async drain() {
      await runAllJobs(context, bulkFundingJobs(context))
    },
    progressOf: async (who) => (await who.get('/funding/bulk/progress')).json as Progress,
    cash: (who) => cashOf(context.db, who.lenderId),
    fundingsOf: (who) =>
      many<BulkFunding>(
        context.db,
        'test.fundings',
        `select l.loan_number as "loanNumber", f.amount, f.state, f.expected_interest as interest,
                (select count(*) from document d where d.agreement_id = f.id) as documents
           from funding f join loan l on l.id = f.loan_id where f.lender_id = $1 order by l.loan_number`,
        [who.lenderId],
      ),
    async close() {
      await app.close()
      await fixture.close()
    },
  }
}
