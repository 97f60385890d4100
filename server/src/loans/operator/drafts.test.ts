import { expect, test } from 'vitest'
import { EXAMPLE_CONSENT } from '../offers/csv/example-loan.ts'
import { many } from '../../platform/db/database.ts'
import { lenderBeside, operatorAtWork } from '../../../testing/operator-at-work.ts'

const { fixture, operator, loanFile } = operatorAtWork()
const { onMarket } = lenderBeside(fixture)
const why = ['--reason', 'typing error']
const load = async (...changes: Parameters<typeof loanFile>) =>
  operator(['--json', 'loans', 'import', await loanFile(...changes)])
const edit = (number: string, ...more: string[]) =>
  operator(['--json', 'loans', 'edit-draft', number, ...more, ...why])
const remove = (...numbers: string[]) => operator(['--json', 'loans', 'delete-draft', ...numbers, ...why])
const restore = (number: string, ...more: string[]) =>
  operator(['--json', 'loans', 'restore-draft', number, ...more, ...why])
const show = async (number: string) => (await operator(['--json', 'loans', 'show', number])).json

test('FIX-18 `loans edit-draft` changes every column, and importing the corrected line again counts as already imported', async () => {
  const before = {
    loanNumber: 'EDIT-1',
    borrowerNumber: 'B-EDIT-1',
    borrowerName: 'UD Satu',
    ...EXAMPLE_CONSENT,
  }
  await load(before)
  const after = {
    borrowerNumber: 'B-EDIT-2',
    borrowerName: 'UD Dua',
    loanType: 'Multiguna',
    totalLoan: '90000000',
    minimumFunding: '100000',
    interest: '0.5',
    interestType: 'BULLET',
    tenor: '30',
    tenorPeriod: 'DAY',
    grade: '',
    gradeDescription: 'Risiko rendah',
    purpose: '',
    marketingTitle: 'Judul baru',
    marketingDetail: 'Baris satu.\nBaris dua.',
    offerFrom: '2001-02-03',
    offerUntil: '2099-01-01',
    consentReference: 'KON-BARU',
    consentProvider: 'Penyedia Lain',
    consentAt: '2000-12-28T10:15:30+07:00',
    consentHash: 'ab'.repeat(32),
  }
  const options = Object.entries(after).flatMap(([field, value]) => [
    field === 'consentHash'
      ? '--consent-sha256'
      : `--${field.replaceAll(/[A-Z]/g, (l) => `-${l.toLowerCase()}`)}`,
    value,
  ])
  const dry = await edit('EDIT-1', ...options, '--confirm-loan-type', '--dry-run')
  expect(dry).toMatchObject({ exit: 0, json: { dryRun: true } })
  expect((await load(before)).json).toMatchObject({ known: 1 })

  const result = await edit('EDIT-1', ...options, '--confirm-loan-type')
  expect(result.json.changed).toHaveLength(Object.keys(after).length)
  expect(result.json.changed).toContainEqual({ column: 'interest', from: '0.1122', to: '0.5' })
  const again = await operator(['loans', 'import', await loanFile({ loanNumber: 'EDIT-1', ...after })])
  expect(again.out).toContain('0 diimpor, 1 sudah dikenal, 0 ditolak')
  const old = await operator(['loans', 'import', await loanFile(before)])
  expect(old).toMatchObject({
    exit: 1,
    out: expect.stringContaining('pinjaman EDIT-1 sudah ada dengan isi lain'),
  })
  expect((await edit('EDIT-1', ...options)).json).toEqual({ loanNumber: 'EDIT-1', changed: [] })

  await operator(['loans', 'publish', 'EDIT-1'])
  expect(await onMarket('EDIT-1')).toMatchObject({
    loanNumber: 'EDIT-1',
    borrowerName: 'UD Dua',
    totalLoan: 90_000_000,
  })
  const audited = await many<{ detail: unknown }>(
    fixture().context.db,
    'test.audited',
    `select detail from audit_event where operation = 'editDraft' and subject = 'loan:EDIT-1' and detail ? 'changed'`,
  )
  expect(audited).toEqual([
    {
      detail: {
        reason: 'typing error',
        changed: expect.arrayContaining([{ column: 'tenor', from: 36, to: 30 }]),
        seat: expect.any(Object),
      },
    },
  ])
})

test('FIX-18 `loans edit-draft` rejects what the loan file would reject and changes nothing', async () => {
  await load(
    { loanNumber: 'BAD-1' },
    { loanNumber: 'BAD-2', ...EXAMPLE_CONSENT, consentReference: 'KON-BAD-2' },
  )
  for (const [options, sentence] of [
    [['--total-loan', '1'], /minimum_funding 500000 melebihi total_loan 1/],
    [['--total-loan', '1.000'], /tanpa pemisah/],
    [['--interest', '1.5'], /pecahan/],
    [['--marketing-title', ''], /Nilainya kosong/],
    [['--offer-until', '2000-01-01'], /offer_until 2000-01-01 harus sesudah offer_from/],
    [['--borrower-name', 'Orang Lain'], /dikenal sebagai "UD Rinjani Berkah".*borrowers rename/],
    [['--loan-type', 'modal usaha'], /hampir sama dengan "Modal Usaha"/],
    [['--consent-reference', 'KON-1'], /consent_provider kosong/],
    [
      [
        '--consent-reference',
        'KON-BAD-2',
        '--consent-provider',
        'Tanda Tangan Contoh',
        '--consent-at',
        EXAMPLE_CONSENT.consentAt,
        '--consent-sha256',
        'ab'.repeat(32),
      ],
      /consent/,
    ],
    [['--consent-reference', 'X', '--without-consent'], /Sebutkan persetujuan, atau --without-consent/],
    [[], /Sebutkan yang diubah/],
  ] as const) {
    const result = await edit('BAD-1', ...options)
    expect([options, result.exit, result.json.error]).toEqual([options, 2, expect.stringMatching(sentence)])
  }
  expect((await load({ loanNumber: 'BAD-1' })).json).toMatchObject({ known: 1 })
  expect((await edit('NO-SUCH', '--tenor', '3')).json).toEqual({ error: 'Tidak ada pinjaman NO-SUCH.' })
  expect((await edit('BAD-2', '--without-consent')).json.changed).toHaveLength(4)
})

test('FIX-18 `loans edit-draft` and `loans delete-draft` refuse a published loan', async () => {
  await load({ loanNumber: 'SOLD-1' })
  await operator(['loans', 'publish', 'SOLD-1'])
  expect((await edit('SOLD-1', '--tenor', '3')).json).toEqual({
    error: 'SOLD-1 berstatus OFFERED: hanya draf yang dapat diubah.',
  })
  expect(await remove('SOLD-1')).toMatchObject({
    exit: 1,
    json: { deleted: 0, refused: [{ reason: 'SOLD-1 berstatus OFFERED: hanya draf yang dapat dihapus.' }] },
  })
})

test('FIX-18 a deleted draft loan is not listed, published, taken over or imported until it is restored', async () => {
  await load({ loanNumber: 'GONE-1' }, { loanNumber: 'GONE-2' })
  expect(
    (await operator(['--json', 'loans', 'delete-draft', 'GONE-1', ...why, '--dry-run'])).json,
  ).toMatchObject({ deleted: 1 })
  expect(await show('GONE-1')).toMatchObject({ loan: { state: 'DRAFT' } })
  expect(await remove('GONE-1', 'NO-SUCH')).toMatchObject({
    exit: 1,
    json: { deleted: 1, refused: [{ reason: 'Tidak ada pinjaman NO-SUCH.' }] },
  })
  expect((await remove('GONE-1')).json).toMatchObject({ deleted: 0, known: 1 })
  const listed = async (...more: string[]) =>
    (await operator(['--json', 'loans', 'list', '--limit', '1000', ...more])).json.loans.map(
      ({ loanNumber }: { loanNumber: string }) => loanNumber,
    )
  expect(await listed()).not.toContain('GONE-1')
  expect(await listed('--state', 'DELETED')).toEqual(['GONE-1'])
  expect((await operator(['loans', 'publish', 'GONE-1'])).out).toContain(
    'GONE-1 tidak ditawarkan: statusnya DELETED',
  )
  expect((await edit('GONE-1', '--tenor', '3')).json.error).toContain('GONE-1 berstatus DELETED')
  await operator(['loans', 'publish', '--all', '--yes'])
  expect(await onMarket('GONE-1')).toBeUndefined()
  for (const change of [{}, { tenor: '12' }])
    expect(await load({ loanNumber: 'GONE-1', ...change })).toMatchObject({
      exit: 1,
      json: { imported: 0, known: 0, refused: 1 },
    })
  const result = await operator(['loans', 'import', await loanFile({ loanNumber: 'GONE-1' }), '--dry-run'])
  expect(result.out).toContain('pinjaman GONE-1 dihapus sebagai draf: "loans restore-draft" memulihkannya')

  expect((await restore('GONE-1')).json).toEqual({ loanNumber: 'GONE-1', restored: true })
  expect((await restore('GONE-1')).json).toMatchObject({ restored: false })
  expect((await restore('GONE-2')).json).toEqual({
    error: 'GONE-2 berstatus OFFERED dan tidak pernah dihapus.',
  })
  expect((await load({ loanNumber: 'GONE-1' })).json).toMatchObject({ known: 1 })
  expect((await edit('GONE-1', '--tenor', '12')).exit).toBe(0)
})

test('FIX-18 another loan can use the consent of a deleted draft, which then cannot be restored', async () => {
  const consent = { ...EXAMPLE_CONSENT, consentReference: 'KON-FREED' }
  await load({ loanNumber: 'FREED-1', ...consent })
  expect((await load({ loanNumber: 'FREED-2', ...consent })).json).toMatchObject({ refused: 1 })
  await remove('FREED-1')
  expect((await load({ loanNumber: 'FREED-2', ...consent })).json).toMatchObject({ imported: 1 })
  expect((await restore('FREED-1')).json).toEqual({
    error:
      'FREED-1 tidak dapat dipulihkan: consent_reference KON-FREED adalah persetujuan atas pinjaman FREED-2.',
  })
})

test('FIX-18 a draft loan of a bulk product keeps amount and type when edited, and cannot be deleted alone', async () => {
  const file = await loanFile({ loanNumber: 'PROD-1' }, { loanNumber: 'PROD-2' })
  await operator(['products', 'upload', file, '--number', 'PRD-DRAFT', '--partner', 'Mitra'])
  expect((await edit('PROD-1', '--total-loan', '1000000')).json.error).toContain('product PRD-DRAFT')
  expect((await remove('PROD-1')).json.refused[0].reason).toContain('products cancel')
  expect((await edit('PROD-1', '--purpose', 'Membeli mesin')).exit).toBe(0)
})
