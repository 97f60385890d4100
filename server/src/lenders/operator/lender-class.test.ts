import { addDays, businessDateOf } from '@pematang/contract/format/business-date'
import { expect, test } from 'vitest'
import { aClass, limitsInForce } from '../../../testing/limits.ts'
import { aLender, aLoan, reserveFunding } from '../../../testing/people.ts'
import { many, one } from '../../platform/db/database.ts'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'

const { fixture, operator, file, pathOf } = operatorAtWork()
const header = 'phone,kind,yearly_income,supervised,since,evidence,valid_until'

const versionsOf = (lenderId: number) =>
  many<{ version: number; kind: string; income: number | null }>(
    fixture().context.db,
    'test.versions',
    'select version, kind, yearly_income as income from lender_class where lender_id = $1 order by version',
    [lenderId],
  )

test('LIM-01 `lenders class set` stores each change as a version, and nothing when the class is unchanged', async () => {
  const { lenderId, phone } = await aLender(fixture().context)
  const set = (income: string, ...more: string[]) =>
    operator([
      ...['--json', 'lenders', 'class', 'set', '--phone', phone, '--kind', 'INDIVIDUAL', '--income', income],
      ...['--evidence', 'SPT 2025', '--valid-until', '2099-12-31', ...more],
    ])
  expect((await set('400000000', '--dry-run')).json).toMatchObject({
    version: 1,
    changed: true,
    dryRun: true,
  })
  expect(await versionsOf(lenderId)).toEqual([])
  expect((await set('400000000')).json).toMatchObject({ version: 1, changed: true })
  expect((await set('400000000')).json).toMatchObject({ version: 1, changed: false })
  expect((await set('600000000')).json).toMatchObject({ version: 2, changed: true })
  expect(await versionsOf(lenderId)).toEqual([
    { version: 1, kind: 'INDIVIDUAL', income: 400_000_000 },
    { version: 2, kind: 'INDIVIDUAL', income: 600_000_000 },
  ])
  const listed = async () => (await operator(['--json', 'lenders', 'class', 'list'])).json.classes
  expect(await listed()).toEqual([])
  const soon = addDays(businessDateOf(new Date()), 10)
  await set('600000000', '--valid-until', soon)
  expect(await listed()).toMatchObject([{ phone, kind: 'INDIVIDUAL', validUntil: soon }])
  const change = fixture().context.db.query({ text: 'update lender_class set yearly_income = 1' })
  await expect(change).rejects.toThrow()
})

test.each([
  [
    'an individual without an income',
    ['--kind', 'INDIVIDUAL'],
    'yearly_income: INDIVIDUAL memerlukan penghasilan setahun',
  ],
  [
    'a company with an income',
    ['--kind', 'COMPANY', '--income', '5'],
    'yearly_income: hanya bagi orang pribadi',
  ],
  [
    'an individual classed as a company',
    ['--kind', 'COMPANY'],
    'kind: Pemberi Dana ini terdaftar sebagai orang pribadi',
  ],
  [
    'an individual marked as supervised',
    ['--kind', 'INDIVIDUAL', '--income', '5', '--supervised'],
    'supervised: hanya bagi INSTITUTION dan COMPANY',
  ],
  [
    'a date in the future',
    ['--kind', 'GOVERNMENT', '--since', '2099-01-01'],
    'since: 2099-01-01 sesudah hari ini',
  ],
  [
    'expired evidence',
    ['--kind', 'GOVERNMENT', '--valid-until', '2020-01-01'],
    'valid_until: bukti berlaku sampai dengan 2020-01-01, yang sudah lewat',
  ],
  ['an income of zero', ['--kind', 'INDIVIDUAL', '--income', '0'], 'harus rupiah bulat di atas 0'],
])('LIM-01 `lenders class set` is refused for %s', async (_, options, reason) => {
  const { lenderId, phone } = await aLender(fixture().context)
  const result = await operator([
    ...['--json', 'lenders', 'class', 'set', '--phone', phone, '--evidence', 'x'],
    ...options,
  ])
  expect(result.exit).toBe(2)
  expect(result.err).toContain(reason)
  expect(await versionsOf(lenderId)).toEqual([])
})

test('LIM-01 `lenders class import` stores the valid lines of a file and names the invalid ones with their reasons', async () => {
  const { context } = fixture()
  const [person, company, other] = [
    await aLender(context),
    await aLender(context, { userTypeId: 3 }),
    await aLender(context),
  ]
  const path = await file(
    [
      header,
      `${person.phone},INDIVIDUAL,400000000,,,"SPT 2025, archive 17",2099-03-31`,
      `${company.phone},INSTITUTION,,YES,2026-01-02,OJK KEP-7/2026,`,
      `${person.phone},INDIVIDUAL,900000000,,,SPT,`,
      `${other.phone},INDIVIDUAL,,,,SPT,`,
      `${other.phone},INDIVIDUAL,0,,,SPT,`,
      `${other.phone},INDIVIDUAL,-5,,,SPT,`,
      `${other.phone},RICH,5,,,SPT,`,
      `${other.phone},NON_RESIDENT,5,,,,`,
      `${other.phone},NON_RESIDENT,5,,,SPT,2020-01-01`,
      '89999999999,INDIVIDUAL,5,,,SPT,',
      `${person.phone},INDIVIDUAL,400000000,,,"SPT 2025, archive 17",2099-03-31`,
      '',
    ].join('\n'),
  )
  const reportPath = pathOf('refused.jsonl')
  const dry = await operator(['--json', 'lenders', 'class', 'import', path, '--dry-run'])
  expect(dry.json).toMatchObject({ lines: 11, taken: 2, known: 1, refused: 8, dryRun: true })
  expect(await versionsOf(company.lenderId)).toEqual([])

  const nothing = await operator(['--json', 'lenders', 'class', 'import', path, '--all-or-nothing'])
  expect(nothing).toMatchObject({ exit: 2, json: { taken: 0, refused: 8 } })
  expect(await versionsOf(company.lenderId)).toEqual([])

  const taken = await operator(['--json', 'lenders', 'class', 'import', path, '--report', reportPath])
  expect(taken).toMatchObject({ exit: 1, json: { lines: 11, taken: 2, known: 1, refused: 8 } })
  const reasons = (taken.json.refusals as { line: number; reason: string }[])
    .toSorted((a, b) => a.line - b.line)
    .map(({ line, reason }) => `${line} ${reason.replace(/^(\w+:? .{0,40}).*/, '$1')}`)
  expect(reasons).toEqual([
    expect.stringContaining(`4 phone ${person.phone} juga disebut di baris 2`),
    expect.stringContaining('5 yearly_income: INDIVIDUAL memerlukan penghasilan'),
    expect.stringContaining('6 yearly_income harus rupiah bulat di atas 0'),
    expect.stringContaining('7 yearly_income harus rupiah bulat di atas 0'),
    expect.stringContaining('8 kind harus salah satu dari INSTITUTION'),
    expect.stringContaining('9 evidence kosong'),
    expect.stringContaining(`10 phone ${other.phone} juga disebut di baris 5`),
    expect.stringContaining('11 phone: tidak ada yang terdaftar'),
  ])
  expect(await versionsOf(other.lenderId)).toEqual([])
  const again = await operator(['--json', 'lenders', 'class', 'import', path])
  expect(again.json).toMatchObject({ taken: 0, known: 3 })
})

test('LIM-05 `limits set` leaves unnamed limits unchanged, refuses a past date, and asks for confirmation of limits looser than the law', async () => {
  const set = (...options: string[]) =>
    operator(['--json', 'limits', 'set', '--reason', 'decision 7', ...options])
  expect((await operator(['limits', 'show'])).out).toContain('tidak ada batas yang berlaku')
  expect(await set('--from', '2020-01-01')).toMatchObject({ exit: 2 })
  const asked = await set('--from', 'today', '--lender-share', 'off', '--supervised-share', 'off')
  expect(asked.exit).toBe(2)
  expect(asked.err).toContain('melampaui peraturan')
  expect((await set('--from', 'today', '--base', '5000000000', '--yes')).json).toMatchObject({ version: 1 })
  const inDays = (days: number) => addDays(businessDateOf(new Date()), days)
  const [soon, late] = [inDays(60), inDays(200)]
  const later = await set('--from', late, '--non-professional-share', '0.2', '--yes')
  expect(later.json).toMatchObject({ version: 2, holdsFrom: late })
  const before = await set('--from', soon, '--lender-share', '0.2', '--yes')
  expect(before.json).toMatchObject({ version: 3, replacedBy: [{ version: 2, holdsFrom: late }] })
  const { json } = await operator(['--json', 'limits', 'show'])
  expect(json).toMatchObject({
    inForce: 1,
    versions: [
      { version: 1, lenderSharePpm: 250_000, baseOutstanding: 5_000_000_000, nonProfessionalSharePpm: null },
      { version: 3, lenderSharePpm: 200_000, baseOutstanding: 5_000_000_000 },
      { version: 2, lenderSharePpm: 250_000, nonProfessionalSharePpm: 200_000 },
    ],
  })
})

test('LIM-05 `lenders class show` prints how much the lender may still fund, and `fundings show` the limits that a funding was decided by', async () => {
  const { context } = fixture()
  const { version } = await limitsInForce(context)
  const { lenderId, phone } = await aLender(context, { cash: 10_000_000 })
  await aClass(context, lenderId, { kind: 'INDIVIDUAL', yearlyIncome: 50_000_000 })
  const loan = await aLoan(context, { totalLoan: 10_000_000 })
  const { fundingId } = await reserveFunding(context, { lenderId, ...loan, amount: 2_000_000 })
  const shown = await operator(['lenders', 'class', 'show', '--phone', phone])
  expect(shown.out).toContain('versi 1: INDIVIDUAL, nonprofesional sejak')
  expect(shown.out).toContain(
    'bagian dari penghasilan setahun: 2000000 dari 5000000 terpakai, 3000000 masih boleh didanai',
  )
  const result = await operator(['fundings', 'show', fundingId])
  expect(result.out).toContain(`menurut versi ${version} batas`)
  expect(result.out).toContain('sebagai INDIVIDUAL, versi 1 kelasnya')
  expect(result.out).toContain('sebelumnya bagian dari penghasilan setahun: 0 dari 5000000 terpakai')
  const { recorded } = await one<{ recorded: number }>(
    context.db,
    'test.recorded',
    'select count(*) as recorded from funding where id = $1 and limit_version = $2 and class_version = 1',
    [fundingId, version],
  )
  expect(recorded).toBe(1)
})
