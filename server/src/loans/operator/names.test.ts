import { expect, test } from 'vitest'
import { one } from '../../platform/db/database.ts'
import { aLender, anAgreement, reserveFunding, signFunding } from '../../../testing/people.ts'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'

const { fixture, operator, loanFile, counts } = operatorAtWork()
const load = (path: string, ...more: string[]) => operator(['--json', 'loans', 'import', path, ...more])
async function loadBoth(path: string, ...more: string[]) {
  const before = await counts()
  const { dryRun: _, ...foreseen } = (await load(path, ...more, '--dry-run')).json
  expect(await counts()).toEqual(before)
  const done = (await load(path, ...more)).json
  const byLine = (all: { line: number }[]) => all.toSorted((a, b) => a.line - b.line)
  expect({ ...done, refusals: byLine(done.refusals) }).toEqual({
    ...foreseen,
    refusals: byLine(foreseen.refusals),
  })
  return { ...done, reasons: byLine(done.refusals) as { line: number; reason: string }[] }
}
const sri = { borrowerNumber: 'B-SRI', borrowerName: 'Sri Lestari' }
const nameOf = async (loanNumber: string) =>
  (
    await one<{ name: string }>(
      fixture().context.db,
      'test.borrower_of',
      'select b.name from loan l join borrower b on b.id = l.borrower_id where l.loan_number = $1',
      [loanNumber],
    )
  ).name

test('FIX-05 a loan line whose borrower id is stored with a different name is rejected, naming both names', async () => {
  expect((await loadBoth(await loanFile({ loanNumber: 'N-1', ...sri }))).refused).toBe(0)
  const result = await loadBoth(
    await loanFile(
      { loanNumber: 'N-2', borrowerNumber: 'B-SRI', borrowerName: 'Budi Santoso' },
      { loanNumber: 'N-3', ...sri },
    ),
  )
  expect(result).toMatchObject({ imported: 1, refused: 1 })
  expect(result.reasons).toEqual([
    {
      line: 2,
      reason:
        'borrower_name "Budi Santoso": Penerima Dana B-SRI dikenal sebagai "Sri Lestari" ("borrowers rename" memberi nama lain)',
    },
  ])
})

test('FIX-05 a loan line that names a borrower differently than an earlier line is rejected, naming that line', async () => {
  const result = await loadBoth(
    await loanFile(
      { loanNumber: 'F-1', borrowerNumber: 'B-NEW', borrowerName: 'UD Kamboja' },
      { loanNumber: 'F-2', borrowerNumber: 'B-NEW', borrowerName: 'UD Melati' },
      { loanNumber: 'F-3', borrowerNumber: 'B-NEW', borrowerName: 'UD Kamboja' },
      { loanNumber: 'F-1', borrowerNumber: 'B-NEW', borrowerName: 'UD Kamboja', tenor: '7' },
    ),
  )
  expect(result).toMatchObject({ imported: 2, refused: 2 })
  expect(result.reasons.map((one: { reason: string }) => one.reason)).toEqual([
    'borrower_name "UD Melati": baris 2 berkas ini menamai Penerima Dana B-NEW "UD Kamboja"',
    'pinjaman F-1 sudah ada di baris 2 berkas ini, dengan isi lain',
  ])
  expect(await nameOf('F-3')).toBe('UD Kamboja')
  const product = ['--number', 'PRD-NAMES', '--partner', 'Mitra']
  const upload = await operator([
    ...['--json', 'products', 'upload'],
    await loanFile(
      { loanNumber: 'P-1', borrowerNumber: 'B-P', borrowerName: 'UD Anggrek' },
      { loanNumber: 'P-2', borrowerNumber: 'B-P', borrowerName: 'UD Mawar' },
    ),
    ...product,
  ])
  expect(upload.json).toMatchObject({ loans: 1, refused: 1 })
  expect(upload.json.refusals[0].reason).toContain(
    'baris 2 berkas ini menamai Penerima Dana B-P "UD Anggrek"',
  )
})

test('FIX-05 exactly one of ten concurrent imports with different names for one borrower succeeds', async () => {
  const files = await Promise.all(
    Array.from({ length: 10 }, (_, place) =>
      loanFile({
        loanNumber: `RACE-${place}`,
        borrowerNumber: 'B-RACE',
        borrowerName: `UD Nama ${String.fromCharCode(65 + place)}`,
        loanType: place % 2 === 0 ? 'Modal Ternak' : 'modal  ternak',
      }),
    ),
  )
  const result = await Promise.all(files.map((path) => load(path, '--new-loan-type', 'Modal Ternak')))
  expect(result.map(({ json }) => json.imported).reduce((sum, one) => sum + one, 0)).toBe(1)
  expect(result.filter(({ json }) => json.refused === 1)).toHaveLength(9)
  const types = (await operator(['--json', 'loan-types', 'list'])).json.loanTypes as { name: string }[]
  expect(types.filter(({ name }) => /ternak/i.test(name))).toHaveLength(1)
})

test('FIX-05 adding a loan type with a name similar to an existing one needs confirmation', async () => {
  await load(await loanFile({ loanNumber: 'T-0', loanType: 'Modal Usaha' }))
  for (const [place, loanType] of [
    'modal usaha',
    'Modal  Usaha',
    'MODAL-USAHA',
    'Modal\u00a0Usaha',
    'Módal Usaha',
  ].entries()) {
    const result = await loadBoth(await loanFile({ loanNumber: `T-1${place}`, loanType }))
    expect(result).toMatchObject({ imported: 0, refused: 1 })
    expect(result.reasons[0]?.reason).toContain(
      `loan_type "${loanType}" hampir sama dengan "Modal Usaha", yang sudah ada`,
    )
  }
  const inFile = await loadBoth(
    await loanFile(
      { loanNumber: 'T-2', loanType: 'Alat Tani' },
      { loanNumber: 'T-3', loanType: 'alat tani' },
    ),
    '--new-loan-type',
    'Alat Tani',
  )
  expect(inFile.reasons[0]?.reason).toContain(
    'loan_type "alat tani" hampir sama dengan "Alat Tani" di baris 2',
  )
  const confirmed = await loadBoth(
    await loanFile(
      { loanNumber: 'T-4', loanType: 'modal usaha' },
      { loanNumber: 'T-5', loanType: 'MODAL USAHA' },
    ),
    '--new-loan-type',
    'modal usaha',
  )
  expect(confirmed).toMatchObject({ imported: 1, refused: 1 })
  expect((await load(await loanFile({ loanNumber: 'T-6', loanType: 'modal usaha' }))).json.imported).toBe(1)
  expect((await operator(['loan-types', 'add', 'modal-usaha'])).err).toContain(
    'hampir sama dengan "Modal Usaha"',
  )
  expect((await operator(['loan-types', 'add', 'modal-usaha', '--yes'])).exit).toBe(0)
})

test('FIX-05 import and upload of loans refuse an unknown loan type until it is confirmed, also in a dry run', async () => {
  const path = await loanFile(
    { loanNumber: 'NEW-1', loanType: 'Panen Raya' },
    { loanNumber: 'NEW-2', loanType: 'Panen Raya' },
    { loanNumber: 'NEW-3', loanType: 'Modal Usaha' },
  )
  const before = await counts()
  const result = await loadBoth(path)
  expect(result).toMatchObject({ imported: 1, refused: 2 })
  expect(result.reasons[0]?.reason).toBe(
    'loan_type "Panen Raya" tidak dikenal: perbaiki, atau tegaskan jenis baru dengan --new-loan-type "Panen Raya" atau "loan-types add"',
  )
  expect(await counts()).toMatchObject({ types: before.types })
  const upload = async (...more: string[]) =>
    operator([
      ...['products', 'upload', await loanFile({ loanNumber: 'NEW-4', loanType: 'Panen Raya' })],
      ...['--number', 'PRD-NEW-TYPE', '--partner', 'Mitra Panen', ...more],
    ])
  expect((await upload()).exit).toBe(1)
  expect((await loadBoth(path, '--new-loan-type', 'Panen Raya')).imported).toBe(2)
  expect((await upload()).exit).toBe(0)
  await operator(['loan-types', 'add', 'Alat Berat'])
  const declared = await loadBoth(await loanFile({ loanNumber: 'NEW-5', loanType: 'Alat Berat' }))
  expect(declared).toMatchObject({ imported: 1, refused: 0 })
})

test('FIX-05 adding a partner with a name similar to an existing one needs confirmation', async () => {
  const upload = async (number: string, partner: string, ...more: string[]) =>
    operator([
      ...['products', 'upload', await loanFile({ loanNumber: `L-${number}` })],
      ...['--number', number, '--partner', partner, ...more],
    ])
  expect((await upload('PRD-A', 'Koperasi Tani Jaya')).exit).toBe(0)
  expect((await upload('PRD-B', 'KOPERASI TANI JAYA')).err).toContain(
    'hampir sama dengan "Koperasi Tani Jaya"',
  )
  expect((await upload('PRD-B', 'Koperasi Tani Jaya')).exit).toBe(0)
  expect((await upload('PRD-C', 'Koperasi TaniJaya', '--new-partner')).exit).toBe(0)
})

test('FIX-05 renaming a borrower records the old name, leaves existing agreements unchanged, and new ones use the new name', async () => {
  const { context } = fixture()
  const borrower = { borrowerNumber: 'B-REN', borrowerName: 'UD Rinjani' }
  await load(await loanFile({ loanNumber: 'REN-1', ...borrower }), '--publish')
  const { loanId } = await one<{ loanId: number }>(
    context.db,
    'test.renamed_loan',
    `select id as "loanId" from loan where loan_number = 'REN-1'`,
  )
  const { lenderId } = await aLender(context, { cash: 10_000_000 })
  const wanted = { lenderId, loanId, loanNumber: 'REN-1', amount: 1_000_000 }
  await signFunding(context, (await reserveFunding(context, wanted)).fundingId)
  const agreed = () =>
    one<{ snapshots: string }>(
      context.db,
      'test.agreed',
      'select coalesce(string_agg(snapshot::text, chr(10) order by id), chr(10)) as snapshots from agreement where loan_id = $1',
      [loanId],
    )
  const before = await agreed()
  expect(before.snapshots).toContain('UD Rinjani')

  const rename = (...more: string[]) =>
    operator(['borrowers', 'rename', 'B-REN', '--name', 'PT Rinjani Berkah', '--reason', 'deed 17', ...more])
  expect((await rename('--dry-run')).out).toContain('Uji coba')
  expect(await nameOf('REN-1')).toBe('UD Rinjani')
  expect((await rename()).out).toContain('sekarang "PT Rinjani Berkah", sebelumnya "UD Rinjani"')
  expect((await rename()).out).toContain('sudah bernama')
  expect(await nameOf('REN-1')).toBe('PT Rinjani Berkah')
  expect(await agreed()).toEqual(before)
  const shown = await operator(['--json', 'borrowers', 'show', 'B-REN'])
  expect(shown.json).toMatchObject({
    borrower: { name: 'PT Rinjani Berkah' },
    renames: [{ oldName: 'UD Rinjani', newName: 'PT Rinjani Berkah', reason: 'deed 17', by: 'test' }],
  })
  expect((await operator(['borrowers', 'rename', 'B-NONE', '--name', 'X Y', '--reason', 'x'])).exit).toBe(2)

  // New agreements use the borrower's new name, and a file from before the renaming is still recognised.
  await anAgreement(context, { ...wanted, amount: 2_000_000 })
  expect((await agreed()).snapshots).toContain('PT Rinjani Berkah')
  expect((await loadBoth(await loanFile({ loanNumber: 'REN-1', ...borrower }))).known).toBe(1)
  const later = await loadBoth(
    await loanFile(
      { loanNumber: 'REN-1', ...borrower },
      { loanNumber: 'REN-2', borrowerNumber: 'B-REN', borrowerName: 'PT Rinjani Berkah' },
      { loanNumber: 'REN-3', ...borrower },
    ),
  )
  expect(later).toMatchObject({ imported: 1, known: 1, refused: 1 })
  expect(later.reasons[0]?.reason).toContain('baris 3 berkas ini')
})
