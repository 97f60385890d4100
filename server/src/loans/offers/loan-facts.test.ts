import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { aLoan } from '../../../testing/people.ts'
import { many } from '../../platform/db/database.ts'
import { readAll, fileWith } from './csv/example-loan.ts'
import { importLoanFile } from './index.ts'

const actor = { kind: 'operator', name: 'test' } as const
let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())

const reasonOf = async (change: Parameters<typeof fileWith>[0]) => {
  const [line] = await readAll(fileWith(change ?? {}))
  return line && 'refused' in line ? line.refused : null
}

test('OPS-06 a loan file tells sector, province and borrower, and a line with a nonsense value is refused with its column', async () => {
  expect(
    await reasonOf({
      sector: 'G',
      province: 'ID-PD',
      borrowerKind: 'PERSON',
      borrowerSex: 'F',
      borrowerBirthYear: '1988',
    }),
  ).toBeNull()
  for (const [change, column] of [
    [{ province: 'ID-XX' }, 'province'],
    [{ province: 'Jawa Barat' }, 'province'],
    [{ sector: 'V' }, 'sector'],
    [{ borrowerKind: 'CV' }, 'borrower_kind'],
    [{ borrowerSex: 'P' }, 'borrower_sex'],
    [{ borrowerKind: 'COMPANY', borrowerSex: 'F' }, 'borrower_sex'],
    [{ borrowerKind: 'COMPANY', borrowerBirthYear: '1988' }, 'borrower_birth_year'],
    [{ borrowerBirthYear: '1888' }, 'borrower_birth_year'],
    [{ borrowerBirthYear: '2050' }, 'borrower_birth_year'],
  ] as const)
    expect(await reasonOf(change), JSON.stringify(change)).toMatchObject({ column })
})

test('OPS-06 a loan that says something else of its borrower than an earlier one is refused, in the same file or a later one', async () => {
  const { context } = fixture
  const importOf = async (...changes: Parameters<typeof fileWith>) => {
    const refused: string[] = []
    const report = await importLoanFile(context, Readable.from([Buffer.from(fileWith(...changes))]), {
      actor,
      onRefused: ({ reason }) => refused.push(reason),
    })
    return { report, refused }
  }
  const line = (number: number, sex: string) => ({
    loanNumber: `FACT-${number}`,
    borrowerNumber: 'FACT-B',
    loanType: 'Modal Usaha',
    borrowerSex: sex,
  })
  const { refused } = await importOf(line(1, 'F'), line(2, 'M'), line(3, ''))
  expect(refused).toEqual([
    'borrower_sex M: Penerima Dana FACT-B dikenal dengan F ("loans facts" memperbaikinya)',
  ])
  expect((await importOf(line(2, 'M'))).refused).toHaveLength(1)
  const operator = operatorOn(fixture)
  const corrected = await operator([
    'loans',
    'facts',
    'FACT-1',
    '--borrower-sex',
    'M',
    '--reason',
    'salah ketik',
  ])
  expect(corrected).toMatchObject({ exit: 0 })
  expect((await importOf(line(2, 'M'))).refused).toEqual([])
})

test('OPS-06 what a loan is counted by is corrected after its offer as a new version, and a contradiction or an unknown loan is refused', async () => {
  const { loanNumber, loanId } = await aLoan(fixture.context, { sector: 'A', province: 'ID-BA' })
  const operator = operatorOn(fixture)
  const facts = (...told: string[]) =>
    operator(['--json', 'loans', 'facts', loanNumber, ...told, '--reason', 'uji'])
  expect((await facts('--sector', 'G')).json).toMatchObject({ version: 2, changed: true })
  expect((await facts('--sector', 'G')).json).toMatchObject({ version: 2, changed: false })
  expect((await facts('--province', '', '--borrower-kind', 'COMPANY')).json).toMatchObject({ version: 3 })
  expect((await facts('--borrower-sex', 'F')).json.error).toBe('borrower_sex F: perusahaan tidak memilikinya')
  expect((await facts('--province', 'ID-XX')).json.error).toContain('ISO 3166-2:ID')
  expect((await facts()).json.error).toContain('Sebutkan yang diperbaiki')
  expect(
    (await operator(['--json', 'loans', 'facts', 'NONE-1', '--sector', 'G', '--reason', 'uji'])).json,
  ).toMatchObject({
    code: 'LOAN_NOT_FOUND',
  })
  const versions = await many(
    fixture.context.db,
    'test.facts',
    `select version, sector, province, borrower_kind as kind from loan_facts where loan_id = $1 order by version`,
    [loanId],
  )
  expect(versions).toEqual([
    { version: 1, sector: 'A', province: 'ID-BA', kind: null },
    { version: 2, sector: 'G', province: 'ID-BA', kind: null },
    { version: 3, sector: 'G', province: null, kind: 'COMPANY' },
  ])
})
