import { describe, expect, test } from 'vitest'
import { one } from '../../platform/db/database.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { lenderBeside, operatorAtWork } from '../../../testing/operator-at-work.ts'

const { fixture, operator, loanFile } = operatorAtWork()
const { app, lender, onMarket } = lenderBeside(fixture)

describe('POR-05 factsheets', () => {
  const make = (...args: string[]) => operator(['--json', 'repair', 'factsheets', ...args])
  const urlOf = async (number: string) => (await onMarket(number))?.factsheetUrl

  test('factsheets are created once and downloadable by every lender while the loan is published', async () => {
    await operator(['loans', 'import', await loanFile({ loanNumber: 'FACT-1' }, { loanNumber: 'FACT-2' })])
    await operator(['loans', 'publish', 'FACT-1'])
    expect(await urlOf('FACT-1')).toBeNull()
    expect((await make('FACT-1', '--dry-run')).json).toMatchObject({ made: 1, dryRun: true })
    expect(await urlOf('FACT-1')).toBeNull()
    expect((await make('FACT-1', 'FACT-2')).json).toEqual({ made: 2, known: 0, missing: [] })
    expect((await make('FACT-1', 'FACT-2')).json).toEqual({ made: 0, known: 2, missing: [] })
    expect(await make('FACT-1', 'FACT-NONE')).toMatchObject({ exit: 1, json: { missing: ['FACT-NONE'] } })
    expect((await make()).exit).toBe(2)

    const url = await urlOf('FACT-1')
    const answer = await lender().post('/documents/download', { document_url: url })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(answer.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename="FACTSHEET-[\w-]{22}\.pdf"$/)

    const { id } = await one<{ id: string }>(
      fixture().context.db,
      'test.draft_sheet',
      `select f.id from factsheet f join loan l on l.id = f.loan_id where l.loan_number = 'FACT-2'`,
    )
    const draft = () => lender().post('/documents/download', { document_url: `/documents/${id}.pdf` })
    expect((await draft()).status).toBe(404)
    await operator(['loans', 'publish', 'FACT-2'])
    expect((await draft()).status).toBe(200)
    await operator(['loans', 'cancel', 'FACT-2'])
    expect((await draft()).status).toBe(404)
    expect((await app().post('/documents/download', { document_url: url })).status).toBe(401)
  })

  test('factsheets are created for all published loans at once and stay unchanged when the template changes', async () => {
    const more = await loanFile({ loanNumber: 'FACT-3' }, { loanNumber: 'FACT-4' })
    await operator(['loans', 'import', more, '--publish'])
    expect(await make('--all')).toMatchObject({ exit: 0, json: { made: 2, known: 1 } })
    expect(await make('--all')).toMatchObject({ exit: 0, json: { made: 0, known: 3 } })
    const before = await urlOf('FACT-1')
    const renamed = operatorOn({
      context: {
        ...fixture().context,
        config: { ...fixture().context.config, OPERATOR_NAME: 'PT Nama Baru' },
      },
    })
    expect((await renamed(['--json', 'repair', 'factsheets', 'FACT-1'])).json).toMatchObject({ made: 1 })
    expect(await urlOf('FACT-1')).not.toBe(before)
    expect((await lender().post('/documents/download', { document_url: before })).status).toBe(200)
  })
})
