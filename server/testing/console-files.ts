import type { Context } from '../src/context.ts'
import { fileJobs } from '../src/main/testing.ts'
import { Database, many, one } from '../src/platform/db/database.ts'
import { type LoggedInStaff, logInStaff, startConsole } from './console.ts'
import { runAllJobs } from './drain.ts'
import { makeFixture } from './fixture.ts'
import type { Answer } from './http.ts'
import { aDisbursedLoan } from './servicing.ts'
import { aRule } from './staff.ts'

/** The first line of a file of repayments. */
export const head = 'loan_number,paid_on,amount,reference\n'

type Sent = { command?: string; options?: string; name?: string; by?: LoggedInStaff }
type Uploaded = { id: string; sha256: string }

/** The console with people who propose (Maya), decide (Budi) and look (Citra), and loans whose repayments are in files. */
export async function setFileStage() {
  const fixture = await makeFixture({ settings: { CONSOLE_PORT: '3100' } })
  const app = await startConsole(fixture)
  const { context } = fixture
  const terms = { interestType: 'FLAT', interest: '0.12', tenor: 3, tenorPeriod: 'MONTH' } as const
  const loans: string[] = []
  for (let count = 0; count < 6; count += 1) {
    const loan = await aDisbursedLoan(context, [60_000_000, 30_000_000], {
      ...terms,
      disbursedOn: '2026-01-31',
    })
    loans.push(loan.loanNumber)
  }
  const { day } = await one<{ day: string }>(
    context.db,
    'test.today',
    'select business_day(app_now())::text as day',
  )
  const maya = await logInStaff(fixture, app, 'Maya', 'LOOK', 'WORK')
  const budi = await logInStaff(fixture, app, 'Budi', 'LOOK', 'WORK', 'DECIDE')
  const citra = await logInStaff(fixture, app, 'Citra', 'LOOK')
  for (const operation of ['acceptFile', 'recordRepayment']) await aRule(fixture, operation)
  let [files, keys] = [0, 0]

  const work = (within: Context = context) => runAllJobs(within, fileJobs(within))
  const upload = (content: string | Uint8Array, { by = maya, ...asked }: Sent = {}): Promise<Answer> => {
    const query = new URLSearchParams({
      ...{ command: 'repayments import', name: 'bayar.csv', options: 'yes' },
      ...asked,
    })
    return by.post(`/files?${query.toString()}`, Buffer.from(content), {
      headers: { 'content-type': 'application/octet-stream' },
    })
  }
  const sheet = async (number: number, by = budi) => (await by.get(`/approvals/page?number=${number}`)).json
  return {
    ...{ fixture, app, maya, budi, citra, day, loanNumber: loans[0] ?? '', work, upload, sheet },
    /** A file of new repayments, and `more` lines. */
    aFile(count: number, ...more: string[]): string {
      files += 1
      const lines = Array.from(
        { length: count },
        (_, at) => `${loans[at % loans.length]},${day},10000,BERKAS-${files}-${at + 1}`,
      )
      return `${head}${[...lines, ...more].join('\n')}\n`
    },
    show: async (id: string, by = maya) => (await by.get(`/files/page?id=${id}`)).json,
    async tried(content: string, asked: Sent = {}): Promise<Uploaded> {
      const { json } = await upload(content, asked)
      await work()
      return json as Uploaded
    },
    propose({ id, sha256 }: Uploaded, by = maya) {
      const headers = { 'idempotency-key': `propose-file-${(keys += 1)}` }
      return by.post('/files/propose', { id, sha256 }, { headers })
    },
    async agree(number: number): Promise<unknown[]> {
      const { hash } = await sheet(number)
      return (await budi.decide([{ number, hash }])).json.results as unknown[]
    },
    /** How many payments of the last file are recorded. */
    recorded: async () =>
      (
        await one<{ count: number }>(
          context.db,
          'test.recorded',
          'select count(*) as count from loan_payment where reference like $1',
          [`BERKAS-${files}-%`],
        )
      ).count,
    trailOf: (id: string) =>
      many<{ operation: string; actor: string; outcome: string }>(
        context.db,
        'test.trail',
        'select operation, actor, outcome from audit_event where subject = $1 order by id',
        [`upload:${id}`],
      ),
    /** Does something on the same database at a later time. */
    async later<T>(interval: string, act: (within: Context) => Promise<T>): Promise<T> {
      const db = new Database({ ...context.db.options, size: 2, timeShift: () => interval })
      try {
        return await act({ ...context, db })
      } finally {
        await db.close()
      }
    },
    async close() {
      await app.close()
      await fixture.close()
    },
  }
}

export type FileStage = Awaited<ReturnType<typeof setFileStage>>
