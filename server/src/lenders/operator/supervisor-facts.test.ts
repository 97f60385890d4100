import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { aLender } from '../../../testing/people.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())

test('OPS-06 the facts of a lender that a supervisor counts by are kept as versions; what is not named stays, and nonsense is refused', async () => {
  const operator = operatorOn(fixture)
  const { phone } = await aLender(fixture.context)
  const company = await aLender(fixture.context, { userTypeId: 3 })
  const facts = async (...told: string[]) =>
    operator(['--json', 'lenders', 'facts', '--phone', phone, ...told])
  expect((await facts('--sex', 'F', '--birth-year', '1988')).json).toMatchObject({
    version: 1,
    changed: true,
  })
  expect((await facts('--province', 'ID-JB')).json).toMatchObject({ version: 2, changed: true })
  expect((await facts('--province', 'ID-JB', '--sex', 'F')).json).toMatchObject({
    version: 2,
    changed: false,
  })
  expect((await facts('--sex', 'NONE', '--dry-run')).json).toMatchObject({ version: 3, dryRun: true })
  expect((await facts('--birth-year', '0')).json).toMatchObject({ version: 3, changed: true })
  const { rows } = await fixture.context.db.query({
    text: 'select version, sex, birth_year, province from lender_facts order by lender_id, version',
  })
  expect(rows).toEqual([
    { version: 1, sex: 'F', birth_year: 1988, province: null },
    { version: 2, sex: 'F', birth_year: 1988, province: 'ID-JB' },
    { version: 3, sex: 'F', birth_year: null, province: 'ID-JB' },
  ])
  for (const [told, reason] of [
    [['--province', 'ID-XX'], /Pilihannya/],
    [['--sex', 'X'], /Pilihannya/],
    [['--birth-year', '1850'], /bilangan bulat dari 1900/],
    [['--birth-year', '2099'], /sesudah tahun ini/],
    [[], /Sebutkan yang dicatat/],
  ] as const)
    expect((await facts(...told)).json.error, told.join(' ')).toMatch(reason)
  const ofCompany = await operator(['lenders', 'facts', '--phone', company.phone, '--sex', 'M'])
  expect(ofCompany).toMatchObject({ exit: 2 })
  expect(ofCompany.err).toContain('perusahaan tidak memilikinya')
})
