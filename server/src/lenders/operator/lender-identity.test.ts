import { addDays, businessDateOf } from '@pematang/contract/format/business-date'
import { expect, test } from 'vitest'
import { limitsInForce } from '../../../testing/limits.ts'
import { aLender, aLoan, anAgreement, fund } from '../../../testing/people.ts'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'
import { many } from '../../platform/db/database.ts'

const { fixture, operator } = operatorAtWork()
const today = businessDateOf(new Date())

const versionsOf = (lenderId: number) =>
  many<object>(
    fixture().context.db,
    'test.versions',
    `select version, birth_date as born, birth_year as year, married, checked_on as checked, check_reference as reference, sex
       from lender_facts where lender_id = $1 order by version`,
    [lenderId],
  )

test('LIM-08 `lenders identity set` keeps each change as a version beside the facts that a supervisor counts by; what is not named stays', async () => {
  const { lenderId, phone } = await aLender(fixture().context)
  const set = (...told: string[]) =>
    operator(['--json', 'lenders', 'identity', 'set', '--phone', phone, ...told])
  await operator(['lenders', 'facts', '--phone', phone, '--sex', 'F'])
  expect((await set('--birth-date', '1988-04-21', '--dry-run')).json).toMatchObject({
    version: 2,
    dryRun: true,
  })
  expect((await set('--birth-date', '1988-04-21')).json).toMatchObject({ version: 2, changed: true })
  expect((await set('--birth-date', '1988-04-21')).json).toMatchObject({ version: 2, changed: false })
  await set('--checked-on', '2026-11-20', '--reference', 'e-KYC 4711', '--married', 'NO')
  await set('--birth-date', 'NONE', '--married', 'YES')
  await operator(['lenders', 'facts', '--phone', phone, '--sex', 'M'])
  const [known, check] = [
    { sex: 'F', year: 1988, born: '1988-04-21' },
    { checked: '2026-11-20', reference: 'e-KYC 4711' },
  ]
  const none = { born: null, year: null, married: null, checked: null, reference: null }
  expect(await versionsOf(lenderId)).toEqual([
    { ...none, version: 1, sex: 'F' },
    { ...none, ...known, version: 2 },
    { ...none, ...known, ...check, married: false, version: 3 },
    { ...none, ...check, sex: 'F', married: true, version: 4 },
    { ...none, ...check, sex: 'M', married: true, version: 5 },
  ])
  const shown = await operator(['lenders', 'identity', 'show', '--phone', phone])
  expect(shown.out).toContain(
    'versi 3: lahir 1988-04-21, belum menikah, identitas diperiksa 2026-11-20 (e-KYC 4711)',
  )
  expect(shown.out).not.toContain('masih kurang')
})

test.each<[string, string[], string]>([
  ['who is born tomorrow', ['--birth-date', addDays(today, 1)], 'sesudah hari ini'],
  ['of 130 years', ['--birth-date', '1900-01-01'], 'lebih dari 120 tahun yang lalu'],
  ['of the century before', ['--birth-date', '1890-01-01'], 'dari tahun 1900'],
  ['without a day of the check', ['--reference', 'e-KYC 1'], 'dicatat bersama'],
  ['without a reference', ['--checked-on', '2026-01-01'], 'dicatat bersama'],
  ['checked tomorrow', ['--checked-on', addDays(today, 1), '--reference', 'x'], 'sesudah hari ini'],
  [
    'checked before the birth',
    ['--birth-date', '2000-02-02', '--checked-on', '2000-02-01', '--reference', 'x'],
    'sebelum tanggal lahir',
  ],
  ['of nothing', [], 'Sebutkan yang akan dicatat'],
  ['on a day that is none', ['--birth-date', '2001-02-29'], 'tanggal'],
])('LIM-08 `lenders identity set` refuses a lender %s and keeps nothing', async (_, told, reason) => {
  const { lenderId, phone } = await aLender(fixture().context)
  const answer = await operator(['lenders', 'identity', 'set', '--phone', phone, ...told])
  expect(answer.exit).toBe(2)
  expect(answer.err).toContain(reason)
  expect(await versionsOf(lenderId)).toEqual([])
})

test('LIM-08 a company has no birth date and no marriage, and `lenders identity show` names what is missing of a lender', async () => {
  const { context } = fixture()
  const [company, person] = [await aLender(context, { userTypeId: 3 }), await aLender(context)]
  for (const told of [
    ['--birth-date', '1990-01-01'],
    ['--married', 'YES'],
  ]) {
    const answer = await operator(['lenders', 'identity', 'set', '--phone', company.phone, ...told])
    expect([answer.exit, answer.err]).toEqual([2, expect.stringContaining('perusahaan')])
  }
  const missing = async (phone: string) =>
    (await operator(['--json', 'lenders', 'identity', 'show', '--phone', phone])).json.missing
  expect(await missing(company.phone)).toEqual(['IDENTITY_UNCHECKED'])
  expect(await missing(person.phone)).toEqual(['AGE_MISSING', 'IDENTITY_UNCHECKED'])
})

test('LIM-08 `limits set --identity on` asks for it from its day on, and a funding is refused until it is known', async () => {
  const { context } = fixture()
  const alone = { ...{ professionalIncomePpm: null, nonProfessionalIncomePpm: null }, lenderSharePpm: null }
  await limitsInForce(context, { ...alone, supervisedSharePpm: null })
  const { lenderId, phone } = await aLender(context, { cash: 10_000_000 })
  const loan = await aLoan(context, { totalLoan: 10_000_000 })
  const funding = async (amount: number) => {
    await anAgreement(context, { lenderId, ...loan, amount })
    return fund(context, { lenderId, ...loan, amount }).then(
      () => 'funded',
      ({ code }: { code: string }) => code,
    )
  }
  const on = async (from: string) =>
    (
      await operator([
        '--json',
        'limits',
        'set',
        '--from',
        from,
        '--identity',
        'on',
        '--reason',
        'x',
        '--yes',
      ])
    ).json
  expect(await on(addDays(today, 30))).toMatchObject({ holdsFrom: addDays(today, 30) })
  expect(await funding(500_000)).toBe('funded')
  await on('today')
  expect((await operator(['limits', 'show'])).out).toContain(
    'usia atau status kawin, dan pemeriksaan identitas',
  )
  const set = (...told: string[]) => operator(['lenders', 'identity', 'set', '--phone', phone, ...told])
  const listed = async () =>
    (await operator(['--json', 'lenders', 'identity', 'list'])).json.lenders.find(
      (one: { phone: string }) => one.phone === phone,
    )
  expect(await funding(600_000)).toBe('AGE_MISSING')
  expect(await listed()).toMatchObject({ ageKnown: false, checked: false })
  await set('--birth-date', addDays(today, -17 * 365))
  expect(await funding(700_000)).toBe('AGE_TOO_LOW')
  await set('--married', 'YES')
  expect(await funding(800_000)).toBe('IDENTITY_UNCHECKED')
  expect(await listed()).toMatchObject({ ageKnown: true, checked: false })
  await set('--checked-on', today, '--reference', 'e-KYC 1')
  expect(await listed()).toBeUndefined()
  expect(await funding(900_000)).toBe('funded')
  const { json } = await operator(['--json', 'today'])
  expect(JSON.stringify(json)).toContain('tanpa pemeriksaan identitas')
})
