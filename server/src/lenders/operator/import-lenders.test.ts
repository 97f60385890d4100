import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  aCompany,
  aPerson,
  type Cells,
  lenderColumns as columns,
  written,
} from '../../../testing/lender-file.ts'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'
import { aBank } from '../../cash/testing.ts'
import { many, one } from '../../platform/db/database.ts'

const { fixture, operator, file, pathOf } = operatorAtWork({
  overrides: { banks: [aBank(1).bank, aBank(2).bank] },
})

const importFile = async (content: string, ...more: string[]) =>
  operator(['--json', 'lenders', 'import', await file(content), ...more])
const importLines = async (lines: readonly Cells[], ...more: string[]) => {
  const result = await importFile(written(lines), ...more)
  const refusals = (result.json.refusals ?? []) as { line: number; reason: string }[]
  return { ...result, json: { ...result.json, refusals: refusals.toSorted((a, b) => a.line - b.line) } }
}
const show = async (phone = '') =>
  (await operator(['--json', 'lenders', 'show', '--phone', phone])).json.lender

const everything = () =>
  one<Record<string, number>>(
    fixture().context.db,
    'test.everything',
    `select (select count(*) from lender) as lenders, (select count(*) from account) as accounts,
            (select count(*) from lender_class) as classes, (select count(*) from lender_tax_number) as numbers,
            (select count(*) from lender_bank_account) as banks, (select count(*) from lender_virtual_account) as vas,
            (select count(*) from audit_event) as entries, (select count(*) from job) as jobs,
            (select count(*) from notice) as notices`,
  )

test('OPS-03 `lenders import` registers a person and a company with account, class, tax, signer and person in charge, as the single commands do', async () => {
  const [person, company] = [aPerson({ phone: '+62 856-0000-7001' }), aCompany({ phone: '085700007002' })]
  expect(await importLines([person, company])).toMatchObject({
    exit: 0,
    json: { lines: 2, taken: 2, known: 0, refused: 0 },
  })
  const [sri, bumi] = [await show('85600007001'), await show('85700007002')]
  expect(sri).toMatchObject({
    ...{ name: person.name, email: person.email, corporate: false, institution: null, cash: 0 },
    ...{ taxStatus: 'DOMESTIC', taxRatePpm: 150_000 },
    bank: { bankCode: '009', methodPayment: 1, lastDigits: person.bank_account?.slice(-4) },
    virtualAccounts: [{ number: person.va_bni, bankCode: '009', bankName: 'BNI', accountName: person.name }],
  })
  expect(bumi).toMatchObject({
    ...{ name: company.name, corporate: true, bank: null, taxStatus: 'TREATY', taxRatePpm: 100_000 },
    institution: {
      companyEmail: company.company_email,
      picFullName: 'Bagas Adiwangsa',
      picPhone: '81290001234',
    },
    virtualAccounts: [
      { number: company.va_other, bankCode: '014', accountName: 'PT Bumi', methodPayment: 2 },
    ],
  })
  const stored = await many(
    fixture().context.db,
    'test.stored',
    `select c.kind, c.yearly_income as income, c.supervised, c.evidence, f.birth_date as born, f.married, f.check_reference as checked, n.number, l.dgsign_type as signer, l.digi_sign_id as id
       from lender l join lender_class c on c.lender_id = l.id left join lender_tax_number n on n.lender_id = l.id
       left join lender_facts f on f.lender_id = l.id
      where l.id = any($1) order by c.kind`,
    [[sri.lenderId, bumi.lenderId]],
  )
  expect(stored).toMatchObject([
    {
      kind: 'INDIVIDUAL',
      income: 400_000_000,
      number: person.tax_number,
      ...{ born: '1989-08-17', married: true, checked: person.check_reference },
      signer: 'PRIVY',
      id: person.signer_id,
    },
    { kind: 'INSTITUTION', income: null, supervised: true, number: null, signer: 'XIGNATURE' },
  ])
  const entries = await many<{ operation: string; actor: string; outcome: string }>(
    fixture().context.db,
    'test.entries',
    `select operation, actor, outcome from audit_event where subject = $1 order by operation`,
    [`lender:${sri.lenderId}`],
  )
  expect(entries.map(({ operation, outcome }) => `${operation} ${outcome}`)).toEqual(
    [
      ...['assignVirtualAccount', 'createLender', 'importLender', 'storeBankAccount', 'storeLenderClass'],
      ...['storeLenderIdentity', 'storeSigner', 'storeTaxNumber', 'storeTaxStatus'],
    ].map((operation) => `${operation} done`),
  )
  expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set(['operator:test']))
})

test('OPS-03 a lender file may have a byte-order mark, semicolons, CRLF, columns in any order, empty columns at the end and only the required columns', async () => {
  const [first, second, third] = [aPerson(), aCompany(), aPerson({ name: 'Sri; "Lestari"' })]
  const marked = `\uFEFF${written([first, second, third], columns.toReversed(), ';')}`
    .split('\n')
    .map((line) => (line === '' ? '' : `${line};;\r`))
    .join('\n')
  expect((await importFile(marked)).json).toMatchObject({ lines: 3, taken: 3, refused: 0 })
  expect(await show(third.phone)).toMatchObject({ name: 'Sri; "Lestari"' })
  const bare = aPerson({ tax_status: 'NO_TAX_NUMBER' })
  const required = ['tax_status', 'email', 'name', 'type', 'phone']
  expect((await importFile(written([bare], required))).json).toMatchObject({ taken: 1 })
  expect(await show(bare.phone)).toMatchObject({ taxRatePpm: 300_000, bank: null, virtualAccounts: [] })
})

test.each([
  ['a missing column', columns.filter((name) => name !== 'tax_status'), 'kolom yang tidak ada: tax_status'],
  ['an unknown column', [...columns, 'password'], 'kolom yang tidak dikenal: "password"'],
  ['a column named twice', [...columns, 'phone'], 'kolom yang disebut dua kali: phone'],
])('OPS-03 a lender file with %s is refused as a whole', async (_, names, reason) => {
  const before = await everything()
  const result = await importFile(written([aPerson()], names))
  expect(result).toMatchObject({ exit: 2, json: { error: expect.stringContaining(reason) } })
  expect(await everything()).toEqual(before)
})

/** Lines that are wrong by themselves, and the reason that is reported. */
const wrong: readonly (readonly [string, () => Cells, string])[] = [
  ['a phone of letters', () => aPerson({ phone: 'sri' }), 'phone harus nomor telepon'],
  ['an e-mail of no address', () => aPerson({ email: 'sri' }), 'email bukan alamat e-mail'],
  [
    'another type',
    () => aPerson({ type: 'GROUP' }),
    'type harus salah satu dari PERSON, COMPANY, bukan "GROUP"',
  ],
  [
    'a control character in the name',
    () => aPerson({ name: 'Sri\u0007' }),
    'name mengandung karakter kendali',
  ],
  [
    'a text-direction character',
    () => aPerson({ bank_holder: 'Sri\u202E' }),
    'bank_holder mengandung karakter kendali',
  ],
  ['a company without PIC', () => aCompany({ pic: '' }), 'pic kosong: type COMPANY memerlukannya'],
  [
    'a company whose PIC is the company',
    () => aCompany({ name: 'PT Bumi', pic: 'P.T. BUMI' }),
    'pic: penanggung jawab',
  ],
  ['a person with a PIC', () => aPerson({ pic: 'Bagas' }), 'pic terisi tanpa type COMPANY'],
  ['an unknown invitation', () => aPerson({ invite: 'PIGEON' }), 'invite harus salah satu dari SMS, EMAIL'],
  [
    'an individual without income',
    () => aPerson({ yearly_income: '' }),
    'yearly_income: INDIVIDUAL memerlukan',
  ],
  [
    'a company that is an individual',
    () => aCompany({ kind: 'INDIVIDUAL', yearly_income: '5', supervised: '' }),
    'kind: Pemberi Dana ini terdaftar sebagai',
  ],
  ['a class without evidence', () => aPerson({ evidence: '' }), 'evidence kosong: kind memerlukannya'],
  ['an income without class', () => aPerson({ kind: '', evidence: '' }), 'yearly_income terisi tanpa kind'],
  [
    'evidence that is over',
    () => aPerson({ valid_until: '2020-01-01' }),
    'valid_until: bukti berlaku sampai dengan',
  ],
  ['who is not born', () => aPerson({ birth_date: '2099-01-01' }), 'birth_date: sesudah hari ini'],
  [
    'who is older than anybody',
    () => aPerson({ birth_date: '1900-12-31' }),
    'birth_date: lebih dari 120 tahun yang lalu',
  ],
  [
    'a check before the birth',
    () => aPerson({ birth_date: '2010-08-17', checked_on: '2010-08-16' }),
    'checked_on: 2010-08-16 sebelum tanggal lahir',
  ],
  [
    'a check without reference',
    () => aPerson({ check_reference: '' }),
    'check_reference kosong: checked_on memerlukannya',
  ],
  [
    'a company with a birth date',
    () => aCompany({ birth_date: '1989-08-17' }),
    'birth_date terisi tanpa type PERSON',
  ],
  [
    'a tax number of 15 digits',
    () => aPerson({ tax_number: '123456789012345' }),
    'tax_number harus 16 angka',
  ],
  [
    'a NIK of no date',
    () => aPerson({ tax_number: '3174019908900001' }),
    'tax_number: bukan NPWP dan bukan NIK',
  ],
  [
    'a tax number and NO_TAX_NUMBER',
    () => aPerson({ tax_status: 'NO_TAX_NUMBER' }),
    'tax_status: Pemberi Dana ini memiliki',
  ],
  ['a treaty without rate', () => aPerson({ tax_status: 'TREATY' }), 'treaty_rate kosong'],
  ['a treaty above 20%', () => aCompany({ treaty_rate: '0.21' }), 'treaty_rate: tarif perjanjian pajak'],
  [
    'a treaty of 0%',
    () => aCompany({ treaty_rate: '0' }),
    'treaty_rate: tidak ada pajak yang akan dipotong sama sekali: sebutkan --yes',
  ],
  [
    'half a bank account',
    () => aPerson({ bank_branch: '' }),
    'bank_branch kosong: bank_account memerlukannya',
  ],
  ['a bank without account', () => aPerson({ bank_account: '' }), 'bank_holder terisi tanpa bank_account'],
  ['a virtual account of 14 digits', () => aPerson({ va_bni: '98800000000000' }), 'va_bni harus 15 angka'],
  [
    'a number that no bank routes',
    () => aPerson({ va_bni: '123450000000000' }),
    'va_bni: BNI tidak meneruskan nomor',
  ],
  ['a signer id without signer', () => aPerson({ signer: '' }), 'signer_id terisi tanpa signer'],
]

test('OPS-03 each wrong line of a lender file is refused with its number, column and reason, the others are taken, and the dry run says the same', async () => {
  const lines = wrong.flatMap(([, make]) => [make(), aPerson()])
  const before = await everything()
  const dry = await importLines(lines, '--dry-run', '--report', pathOf('dry.jsonl'))
  expect(await everything()).toEqual(before)
  const nothing = await importLines(lines, '--all-or-nothing')
  expect(nothing).toMatchObject({ exit: 2, json: { taken: 0, refused: wrong.length } })
  expect(await everything()).toEqual(before)
  const real = await importLines(lines, '--report', pathOf('real.jsonl'))
  expect(real).toMatchObject({
    exit: 1,
    json: { lines: lines.length, taken: wrong.length, known: 0, refused: wrong.length },
  })
  expect({ ...dry.json, dryRun: undefined }).toEqual(real.json)
  const report = await readFile(pathOf('real.jsonl'), 'utf8')
  expect(await readFile(pathOf('dry.jsonl'), 'utf8')).toBe(report)
  expect(
    report
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { line: number })
      .toSorted((a, b) => a.line - b.line),
  ).toEqual(wrong.map(([, , reason], at) => ({ line: 2 * at + 2, reason: expect.stringContaining(reason) })))
  expect((await everything()).lenders).toBe((before.lenders ?? 0) + wrong.length)
})

test('OPS-03 a phone, tax number, virtual account or signer of another line or lender is refused, in the dry run too', async () => {
  const there = aPerson()
  await importLines([there])
  const first = aPerson()
  const same = (changes: Cells) => aPerson(changes)
  const lines = [
    first,
    { ...first, name: 'Other Name' },
    first,
    same({ tax_number: first.tax_number ?? '' }),
    same({ va_bni: first.va_bni ?? '' }),
    same({ signer_id: first.signer_id ?? '' }),
    same({ tax_number: there.tax_number ?? '' }),
    same({ va_bni: there.va_bni ?? '' }),
    same({ signer_id: there.signer_id ?? '' }),
    { ...aPerson(), phone: there.phone ?? '', name: there.name ?? '' },
    same({ phone: `0${there.phone}` }),
  ]
  const reasons = [
    [3, `phone ${first.phone} juga disebut di baris 2, dengan isi lain`],
    [5, 'tax_number juga disebut di baris 2, dengan telepon lain'],
    [6, `virtual account ${first.va_bni} juga disebut di baris 2, dengan telepon lain`],
    [7, `signer_id ${first.signer_id} juga disebut di baris 2, dengan telepon lain`],
    [8, 'tax_number: nomor Pemberi Dana lain'],
    [9, `va_bni: ${there.va_bni} milik Pemberi Dana lain`],
    [10, `signer_id: Pemberi Dana lain menandatangani sebagai ${there.signer_id}`],
    [11, `phone: ${there.phone} sudah terdaftar, dengan email lain`],
    [12, `phone ${there.phone} juga disebut di baris 11, dengan isi lain`],
  ].map(([line, reason]) => ({ line, reason }))
  const expected = { lines: 11, taken: 1, known: 1, refused: 9, refusals: reasons }
  expect((await importLines(lines, '--dry-run')).json).toEqual({ ...expected, dryRun: true })
  expect(await importLines(lines)).toMatchObject({ exit: 1, json: expected })
  expect(JSON.stringify((await importLines(lines)).json)).not.toContain(there.tax_number)
})

test('OPS-03 the same lender file again changes and sends nothing, also while another operator imports it', async () => {
  const lines = Array.from({ length: 8 }, () => [aPerson(), aCompany()]).flat()
  const both = await Promise.all([importLines(lines), importLines(lines)])
  expect(both.map(({ json }) => json.refused)).toEqual([0, 0])
  expect(both.reduce((sum, { json }) => sum + Number(json.taken), 0)).toBe(16)
  const { entries: _, ...before } = await everything()
  expect(await importLines(lines)).toMatchObject({ exit: 0, json: { taken: 0, known: 16, refused: 0 } })
  expect(await everything()).toMatchObject(before)
})

test('OPS-03 a lender whom a command gave more is known, and one to whom it gave something else is refused and left so', async () => {
  const [more, other] = [aPerson({ va_bni: '' }), aPerson()]
  await importLines([more, other])
  const account = [
    '--number',
    '5550001',
    '--holder',
    'Sri',
    '--code',
    '014',
    '--bank',
    'BCA',
    '--branch',
    'Bogor',
  ]
  const commands = [
    ...[
      ['lenders', 'virtual-account', 'add', '988000000099999', '--phone', more.phone ?? '', '--method', '1'],
    ],
    ...[['lenders', 'bank-account', '--phone', other.phone ?? '', ...account, '--method', '1']],
  ]
  commands[0]?.push('--code', '009', '--bank', 'BNI', '--holder', 'Sri')
  for (const command of commands) expect((await operator(command)).exit).toBe(0)
  expect((await importLines([more, other])).json).toMatchObject({
    ...{ taken: 0, known: 1, refused: 1 },
    refusals: [{ line: 3, reason: `phone: ${other.phone} sudah terdaftar, dengan bank_account lain` }],
  })
  expect(await show(other.phone)).toMatchObject({ bank: { bankName: 'BCA', lastDigits: '0001' } })
})

test('OPS-03 a treaty of 0% in a lender file is taken with --yes, and known afterwards', async () => {
  const company = aCompany({ treaty_rate: '0' })
  expect((await importLines([company])).exit).toBe(1)
  expect((await importLines([company], '--yes')).json).toMatchObject({ taken: 1 })
  expect(await importLines([company])).toMatchObject({ exit: 0, json: { known: 1 } })
  expect(await show(company.phone)).toMatchObject({ taxStatus: 'TREATY', taxRatePpm: 0 })
})

test('OPS-03 whatever lines a lender file has, the dry run reports what the import reports, and the file again only the same refusals', async () => {
  const line = fc.oneof(
    fc.constantFrom(aPerson, aCompany).map((make) => make()),
    fc.constantFrom(...wrong).map(([, make]) => make()),
    fc
      .tuple(fc.constantFrom(...columns), fc.string({ unit: 'grapheme', maxLength: 20 }))
      .map(([name, cell]) => aPerson({ [name]: cell.replaceAll(/[\r\n]/g, ' ') })),
  )
  // Lines that share a phone, a tax number, a virtual account or all of it.
  const shared = fc
    .tuple(line, fc.constantFrom('phone', 'tax_number', 'va_bni', 'signer_id', 'all'))
    .map(([one, column]) => [one, column === 'all' ? one : aPerson({ [column]: one[column] ?? '' })])
  const files = fc
    .array(
      fc.oneof(
        line.map((one) => [one]),
        shared,
      ),
      { maxLength: 6 },
    )
    .map((all) => all.flat())
  await fc.assert(
    fc.asyncProperty(files, async (lines) => {
      const before = await everything()
      const { dryRun, ...dry } = (await importLines(lines, '--dry-run')).json
      expect(dryRun).toBe(true)
      expect(await everything()).toEqual(before)
      const real = (await importLines(lines)).json
      expect(dry).toEqual(real)
      const again = (await importLines(lines)).json
      expect(again).toMatchObject({ taken: 0, known: Number(real.taken) + Number(real.known) })
      expect(again.refused).toEqual(real.refused)
      expect((await everything()).lenders).toBe(Number(before.lenders) + Number(real.taken))
    }),
    { numRuns: 25 },
  )
}, 120_000)
