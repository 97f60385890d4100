import { expect, test } from 'vitest'
import { one } from '../../platform/db/database.ts'
import { reserveFunding, signFunding } from '../../../testing/people.ts'
import { lenderBeside, operatorAtWork } from '../../../testing/operator-at-work.ts'

const { fixture, operator, file, loanFile } = operatorAtWork()
const { lender } = lenderBeside(fixture)

const total = { totalLoan: '300000', minimumFunding: '100000' }
const terms = {
  QARDH: { tenor: '3650', tenorPeriod: 'DAY', interestType: 'BULLET', interest: '0', ...total },
  WEEKS: { tenor: '521', tenorPeriod: 'WEEK', interestType: 'ANNUITY', interest: '1.00375', ...total },
  DAYS: { tenor: '3650', tenorPeriod: 'DAY', interestType: 'FLAT', interest: '1.095', ...total },
} as const
const installmentsOf = { QARDH: 1, WEEKS: 521, DAYS: 3650 } as const

const numbers = async (path: string): Promise<string[]> =>
  (await lender().get(path)).json.list.map(({ loanNumber }: { loanNumber: string }) => loanNumber).toSorted()

test('VAL-12 loans of ten years in days and weeks, without interest and at the legal caps, are offered, funded, paid out and paid', async () => {
  const { context } = fixture()
  const loans = Object.entries(terms).map(([loanNumber, cells]) => ({
    ...{ loanNumber, borrowerNumber: loanNumber, borrowerName: loanNumber },
    ...cells,
  }))
  const imported = await operator(['--json', 'loans', 'import', await loanFile(...loans), '--publish'])
  expect(imported).toMatchObject({ exit: 0, json: { imported: 3, refused: 0 } })
  expect((await operator(['--json', 'repair', 'factsheets', '--all'])).json).toMatchObject({ made: 3 })

  for (const sort of ['interest', 'tenor', 'ending', 'left'])
    expect(await numbers(`/marketplace?sort=${sort}&notMine=true`)).toEqual(['DAYS', 'QARDH', 'WEEKS'])
  expect(await numbers('/marketplace?interestFrom=1.0005')).toEqual(['DAYS', 'WEEKS'])
  expect(await numbers('/marketplace?interestFrom=1.0005&interestTo=1.095')).toEqual(['DAYS', 'WEEKS'])
  expect(await numbers('/marketplace?interestTo=0')).toEqual(['QARDH'])
  expect(await numbers('/marketplace?tenor=3650&tenorPeriodId=1')).toEqual(['DAYS', 'QARDH'])
  const counts = (await lender().get('/marketplace/counts?interestFrom=1.0005')).json
  expect(counts.total.count).toBe(2)
  expect(counts.interests.map(({ from }: { from: number }) => from)).toEqual([0, 1, 1.09])

  for (const loanNumber of ['QARDH', 'WEEKS', 'DAYS'] as const) {
    const shown = await lender().get(`/marketplace/loan/projection?loanNumber=${loanNumber}&amount=300000`)
    expect(shown.json.installments).toHaveLength(installmentsOf[loanNumber])
    const agreement = await lender().post('/funding/agreement', {
      ...{ loanNumber, lenderUserId: lender().lenderId, amount: 300_000 },
    })
    expect([loanNumber, agreement.status]).toEqual([loanNumber, 200])
    const { loanId } = await one<{ loanId: number }>(
      context.db,
      'test.loan_id',
      'select id as "loanId" from loan where loan_number = $1',
      [loanNumber],
    )
    const wanted = { lenderId: lender().lenderId, loanId, loanNumber, amount: 300_000 }
    await signFunding(context, (await reserveFunding(context, wanted)).fundingId)
  }
  const paidOut = await operator(['--json', 'disbursements', 'make', '--all', '--yes'])
  expect(paidOut).toMatchObject({ exit: 0, json: { made: 3 } })
  const rows = (await lender().get('/portfolio')).json.list as {
    loanNumber: string
    interestPercentage: number
    tenor: string
  }[]
  expect(rows.map((row) => `${row.loanNumber} ${row.interestPercentage} ${row.tenor}`).toSorted()).toEqual([
    'DAYS 1.095 3650 Hari',
    'QARDH 0 3650 Hari',
    'WEEKS 1.00375 521 Minggu',
  ])

  const { today } = await one<{ today: string }>(
    context.db,
    'test.today',
    'select business_day(app_now()) as today',
  )
  const line = (number: string, amount: number) => `${number},${today},${amount},PAID-${number}\n`
  const paid = `loan_number,paid_on,amount,reference\n${line('QARDH', 300_000)}${line('WEEKS', 50_000)}${line('DAYS', 50_000)}`
  expect((await operator(['--json', 'repayments', 'import', await file(paid), '--yes'])).json).toMatchObject({
    taken: 3,
  })
  expect((await operator(['--json', 'loans', 'show', 'QARDH'])).json).toMatchObject({
    loan: { state: 'REPAID' },
  })
})

test('VAL-12 a borrower’s name that no agreement can print is refused at import and at rename; full-width letters are folded', async () => {
  const names = await loanFile(
    { loanNumber: 'NAME-1', borrowerNumber: 'B-1', borrowerName: '林美玲' },
    { loanNumber: 'NAME-2', borrowerNumber: 'B-2', borrowerName: 'ＵＤ　Ｍｅｌａｔｉ' },
  )
  const result = (await operator(['--json', 'loans', 'import', names])).json
  expect(result).toMatchObject({ imported: 1, refused: 1 })
  expect(result.refusals[0].reason).toContain('borrower_name mengandung U+6797, yang tidak dapat dicetak')
  const rename = (name: string) =>
    operator(['--json', 'borrowers', 'rename', 'B-2', '--name', name, '--reason', 'deed 17'])
  expect((await operator(['--json', 'borrowers', 'show', 'B-2'])).json.borrower.name).toBe('UD Melati')
  expect((await rename('Sri ꦱꦿꦶ')).err).toContain('tidak dapat dicetak')
  expect((await rename('ＵＤ　Ｍａｗａｒ')).json).toMatchObject({ renamed: true, name: 'UD Mawar' })
})
