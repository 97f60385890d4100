import { expect, test } from 'vitest'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'
import { many, one } from '../../platform/db/database.ts'
import { aLender } from '../../../testing/people.ts'
import { taxNumberOn } from './index.ts'
import { taxNumberFault } from './tax-number-check.ts'

const { fixture, operator, file } = operatorAtWork()
const number = (command: string, phone: string, ...more: string[]) =>
  operator(['--json', 'lenders', 'tax-number', command, '--phone', phone, ...more])

test('TAX-05 a tax number is 16 digits: the NIK of a person, or 0 and the NPWP of 15 digits with its check digit', () => {
  expect(taxNumberFault('9900001708900003', false)).toBeNull()
  // In a NIK, 40 is added to a woman's day of birth.
  expect(taxNumberFault('9900005708900004', false)).toBeNull()
  expect(taxNumberFault('0990000002000000', true)).toBeNull()
  expect(taxNumberFault('0990000002000000', false)).toBeNull()
  // Newer numbers of companies begin with other digits and have no published check digit.
  expect(taxNumberFault('1000000000123456', true)).toBeNull()
  for (const [wrong, reason] of [
    ['0990000003000000', 'angka pemeriksanya'],
    ['990000170890000', 'harus 16 angka'],
    ['99000017089000031', 'harus 16 angka'],
    ['9900001713900003', 'tanggal lahir'],
    ['9900003102900003', 'tanggal lahir'],
    ['9900001708900000', 'tanggal lahir'],
    ['1111111111111111', 'satu angka yang diulang'],
    ['３174051708900003', 'harus 16 angka'],
  ] as const)
    expect([wrong, taxNumberFault(wrong, false)]).toEqual([wrong, expect.stringContaining(reason)])
})

test('TAX-05 each version of a tax number is stored with its day, operator and time, and nothing when it is unchanged', async () => {
  const { lenderId, phone } = await aLender(fixture().context)
  const first = ['--number', '9900.0017.0890.0003', '--from', '2026-01-01']
  expect((await number('set', phone, ...first, '--dry-run')).json).toMatchObject({ version: 1, dryRun: true })
  expect((await number('set', phone, ...first)).json).toMatchObject({ version: 1, changed: true })
  expect((await number('set', phone, ...first)).json).toMatchObject({ version: 1, changed: false })
  const second = ['--number', '9900001708900011', '--from', '2026-06-15']
  expect((await number('set', phone, ...second)).json).toMatchObject({ version: 2 })
  expect(await taxNumberOn(fixture().context.db, lenderId, '2025-12-31')).toBeNull()
  expect(await taxNumberOn(fixture().context.db, lenderId, '2026-06-14')).toBe('9900001708900003')
  expect(await taxNumberOn(fixture().context.db, lenderId, '2026-06-15')).toBe('9900001708900011')
  const { versions } = (await number('show', phone)).json as { versions: unknown[] }
  expect(versions).toMatchObject([
    { version: 2, number: '9900001708900011', validFrom: '2026-06-15', keptBy: expect.any(String) },
    { version: 1, number: '9900001708900003', validFrom: '2026-01-01' },
  ])
  const change = fixture().context.db.query({
    text: 'update lender_tax_number set valid_from = current_date',
  })
  await expect(change).rejects.toThrow()
})

test('VAL-06 NO_TAX_NUMBER follows from the tax number, and a status that contradicts it is refused', async () => {
  const { lenderId, phone } = await aLender(fixture().context)
  const status = (to: string) =>
    operator(['--json', 'lenders', 'tax-status', '--phone', phone, '--status', to])
  const present = () =>
    one<{ tax_status: string; tax_rate_ppm: number }>(
      fixture().context.db,
      'test.tax_status',
      'select tax_status, tax_rate_ppm from lender where id = $1',
      [lenderId],
    )
  expect((await status('NO_TAX_NUMBER')).exit).toBe(0)
  expect((await number('set', phone, '--number', '9900001708900097')).json).toMatchObject({
    status: 'DOMESTIC',
  })
  expect(await present()).toEqual({ tax_status: 'DOMESTIC', tax_rate_ppm: 150_000 })
  expect((await status('NO_TAX_NUMBER')).err).toContain('memiliki nomor pajak')
  expect((await number('set', phone, '--none')).json).toMatchObject({ status: 'NO_TAX_NUMBER' })
  expect(await present()).toEqual({ tax_status: 'NO_TAX_NUMBER', tax_rate_ppm: 300_000 })
  expect((await status('DOMESTIC')).err).toContain('sudah dibatalkan')
  expect((await status('FOREIGN')).exit).toBe(0)
  expect((await number('set', phone, '--number', '9900001708900097')).json).toMatchObject({ status: null })
})

test('TAX-05 a tax number of another lender is refused until it is revoked there', async () => {
  const [mine, other] = [await aLender(fixture().context), await aLender(fixture().context)]
  const same = ['--number', '9900001708900022']
  expect((await number('set', other.phone, ...same)).exit).toBe(0)
  expect((await number('set', mine.phone, ...same)).err).toContain('nomor Pemberi Dana lain')
  expect((await number('set', mine.phone, '--none')).err).toContain(
    'Pemberi Dana ini tidak memiliki nomor tercatat',
  )
  expect((await number('set', other.phone, '--none')).json).toMatchObject({ version: 2 })
  expect((await number('set', mine.phone, ...same)).json).toMatchObject({ version: 1 })
  expect((await number('set', mine.phone, ...same, '--from', '2099-01-01')).err).toContain('sesudah hari ini')
  expect((await number('set', mine.phone, ...same, '--none')).exit).toBe(2)
})

test('TAX-05 a revoked tax number was never valid, unless the operator names the day on which it ended', async () => {
  const { lenderId, phone } = await aLender(fixture().context)
  const on = (day: string) => taxNumberOn(fixture().context.db, lenderId, day)
  const [first, second] = ['9900001708900055', '9900001708900066']
  await number('set', phone, '--number', first, '--from', '2026-01-01')
  await number('set', phone, '--number', second, '--from', '2026-04-10')
  // Storing the same number again with a later day does not change its first day.
  await number('set', phone, '--number', second, '--from', '2026-06-15')
  expect((await number('set', phone, '--none')).json).toMatchObject({ version: 4, changed: true })
  expect([await on('2026-04-09'), await on('2026-04-10'), await on('2026-07-01')]).toEqual([
    first,
    null,
    null,
  ])
  expect((await number('set', phone, '--none')).json).toMatchObject({ version: 4, changed: false })

  await number('set', phone, '--number', second, '--from', '2026-04-10')
  await number('set', phone, '--none', '--from', '2026-06-20')
  expect([await on('2026-06-19'), await on('2026-06-20')]).toEqual([second, null])
  const { versions } = (await number('show', phone)).json as { versions: { number: string | null }[] }
  expect(versions.map((one) => one.number)).toEqual([null, second, null, second, second, first])
})

test('TAX-05 a file of tax numbers is imported line by line, and the error messages contain no tax number', async () => {
  const [good, bad] = [await aLender(fixture().context), await aLender(fixture().context)]
  const path = await file(
    [
      'phone,tax_number,valid_from',
      `${good.phone},9900 0017 0890 0033,2026-01-01`,
      `${bad.phone},0990000003000000,`,
      `${bad.phone},12,`,
      '80000000001,9900001708900044,',
      '',
    ].join('\n'),
  )
  const result = await operator(['--json', 'lenders', 'tax-number', 'import', path])
  expect(result).toMatchObject({
    exit: 1,
    json: {
      ...{ taken: 1, refused: 3 },
      refusals: [
        { line: 4, reason: expect.stringContaining('tax_number harus 16 angka') },
        { line: 3, reason: 'tax_number: bukan NPWP: angka pemeriksanya, yang kesepuluh, salah' },
        { line: 5, reason: 'phone: tidak ada yang terdaftar dengan 80000000001' },
      ],
    },
  })
  expect(JSON.stringify(result.json)).not.toContain('0990000003000000')
  const audited = await many<{ detail: unknown }>(
    fixture().context.db,
    'test.audited',
    `select detail from audit_event where operation = 'storeTaxNumber'`,
  )
  expect(JSON.stringify(audited)).not.toMatch(/\d{16}/)
  const { rows } = await one<{ rows: number }>(
    fixture().context.db,
    'test.rows',
    'select count(*) as rows from lender_tax_number where lender_id = $1',
    [good.lenderId],
  )
  expect(rows).toBe(1)
})

test('TAX-05 a tax number file that gives one number to two lenders is refused, naming the earlier line, also in a dry run', async () => {
  const [one_, two] = [await aLender(fixture().context), await aLender(fixture().context)]
  const path = await file(
    ['phone,tax_number', `${one_.phone},9900001708900077`, `${two.phone},9900.0017.0890.0077`, ''].join('\n'),
  )
  for (const more of [['--dry-run'], []])
    expect((await operator(['--json', 'lenders', 'tax-number', 'import', path, ...more])).json).toMatchObject(
      {
        ...{ taken: 1, refused: 1 },
        refusals: [{ line: 3, reason: 'tax_number juga disebut di baris 2, dengan telepon lain' }],
      },
    )
})

test('TAX-05 a tax number that one line of a file takes away from a lender is free for the next line, also in a dry run', async () => {
  const [one_, two] = [await aLender(fixture().context), await aLender(fixture().context)]
  await number('set', one_.phone, '--number', '9900001708900088')
  const path = await file(
    ['phone,tax_number', `${one_.phone},9900001708900099`, `${two.phone},9900001708900088`, ''].join('\n'),
  )
  for (const more of [['--dry-run'], []])
    expect((await operator(['--json', 'lenders', 'tax-number', 'import', path, ...more])).json).toMatchObject(
      {
        ...{ taken: 2, refused: 0 },
      },
    )
  const back = await file(`phone,tax_number\n${one_.phone},9900001708900088\n`)
  expect(
    (await operator(['--json', 'lenders', 'tax-number', 'import', back, '--dry-run'])).json,
  ).toMatchObject({
    refusals: [{ line: 2, reason: 'tax_number: nomor Pemberi Dana lain' }],
  })
})
