import { readFile, stat } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { many } from '../../platform/db/database.ts'
import { amounts, flat } from '../../../testing/loan-operations.ts'
import { aLoan } from '../../../testing/people.ts'
import { aDisbursedLoan, aFundedLoan, type LentLoan } from '../../../testing/servicing.ts'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'

const { fixture, operator, file, pathOf, counts } = operatorAtWork()
const lent = (): Promise<LentLoan> =>
  aDisbursedLoan(fixture().context, amounts, { ...flat, disbursedOn: '2026-01-28' })
const header = 'loan_number,paid_on,amount,reference'
const take = async (content: string | Uint8Array, ...more: string[]) =>
  operator(['--json', 'repayments', 'import', await file(content), ...more])
const paidOn = (loanId: number) =>
  many<{ reference: string; amount: number }>(
    fixture().context.db,
    'test.paid',
    'select reference, amount from loan_payment where loan_id = $1 order by reference',
    [loanId],
  )

describe('SRV-01 a repayment file', () => {
  test('a repayment file is recorded line by line with a summary; the same file again records nothing', async () => {
    const { loanNumber, loanId } = await lent()
    const content = [
      header,
      `${loanNumber},2026-02-28,112000,A-1`,
      `${loanNumber},2026-03-28,112000,A-2`,
      '',
    ].join('\n')
    const first = await take(content)
    expect(first).toMatchObject({
      exit: 0,
      json: {
        lines: 2,
        taken: 2,
        known: 0,
        refused: 0,
        amount: 224_000,
        principal: 200_000,
        interest: 24_000,
        penalty: 0,
        fee: 0,
        excess: 0,
        repaid: 0,
        refusals: [],
      },
    })
    const before = await counts()
    expect((await take(content)).json).toMatchObject({ taken: 0, known: 2, amount: 0 })
    const after = await counts()
    expect([after.transfers, after.payments]).toEqual([before.transfers, before.payments])
    expect(await paidOn(loanId)).toHaveLength(2)
  })

  test('a repayment file with invalid lines records the valid ones, and names each invalid one with number and reason', async () => {
    const { loanNumber, loanId } = await lent()
    const waiting = await aFundedLoan(fixture().context, [500_000], flat)
    const draft = await aLoan(fixture().context)
    const bad: [string, RegExp][] = [
      [`${loanNumber},2026-02-28,0,B-1`, /amount harus rupiah bulat di atas 0/],
      [`${loanNumber},2026-02-28,-5,B-2`, /amount harus/],
      [`${loanNumber},2026-02-28,1.5,B-3`, /amount harus/],
      [`${loanNumber},2026-02-28,112.000,B-4`, /amount harus/],
      [`${loanNumber},2026-02-28,1e5,B-5`, /amount harus/],
      [`${loanNumber},2026-02-28,1000000000000,B-6`, /amount melebihi batas/],
      [`${loanNumber},2026-02-28,99999999999999999999,B-7`, /amount lebih besar dari 2\^53-1/],
      [`${loanNumber},2026-02-28,,B-8`, /amount kosong/],
      [`${loanNumber},2026-02-30,1000,B-9`, /paid_on harus tanggal/],
      [`${loanNumber},28-02-2026,1000,B-10`, /paid_on harus tanggal/],
      [`${loanNumber},2099-01-01,1000,B-11`, /tanggalnya di masa depan/],
      [`${loanNumber},2026-01-27,1000,B-12`, /sebelum pinjaman dicairkan/],
      ['T-NONE,2026-02-28,1000,B-13', /pinjaman ini tidak ada/],
      ['t none,2026-02-28,1000,B-14', /loan_number harus/],
      [`${waiting.loanNumber},2026-02-28,1000,B-15`, /belum dicairkan/],
      [`${draft.loanNumber},2026-02-28,1000,B-16`, /belum dicairkan/],
      [`${loanNumber},2026-02-28,1000,`, /reference kosong/],
      [`${loanNumber},2026-02-28,1000,${'x'.repeat(101)}`, /reference terlalu panjang: 101 karakter/],
      [`${loanNumber},2026-02-28,1000`, /berisi 3 sel, baris pertama menyebut 4/],
      [`${loanNumber},2026-02-28,1000,B-20,x`, /berisi 5 sel/],
      [`${loanNumber},2026-02-28,1000,B"21`, /kutip/],
      [
        `${loanNumber},2026-02-28,1001,GOOD`,
        /^reference GOOD dari .+ juga disebut di baris 2, dengan isi lain$/,
      ],
    ]
    const content = [header, `${loanNumber},2026-02-28,1000,GOOD`, ...bad.map(([line]) => line)].join('\n')
    const report = pathOf('refused.jsonl')
    const result = await take(content, '--report', report)
    expect(result).toMatchObject({
      exit: 1,
      json: { lines: bad.length + 1, taken: 1, known: 0, refused: bad.length, amount: 1_000 },
    })
    const refused = (await readFile(report, 'utf8'))
      .trim()
      .split('\n')
      .map((line): { line: number; reason: string } => JSON.parse(line))
      .toSorted((a, b) => a.line - b.line)
    expect(refused.map(({ line }) => line)).toEqual(bad.map((_, place) => place + 3))
    for (const [place, [line, reason]] of bad.entries()) expect(refused[place]?.reason, line).toMatch(reason)
    expect(await paidOn(loanId)).toEqual([{ reference: 'GOOD', amount: 1_000 }])
    expect(result.json.refusals).toHaveLength(20)
  })

  test('SEC-13 only its owner can read a report', async () => {
    const report = pathOf('private.jsonl')
    await take(`${header}\nNOWHERE,2026-02-28,1000,X`, '--report', report)
    expect(((await stat(report)).mode & 0o777).toString(8)).toBe('600')
  })

  test('a repayment file is refused when a reference was used earlier with other content', async () => {
    const { loanNumber } = await lent()
    await take(`${header}\n${loanNumber},2026-02-28,1000,CLASH\n`)
    for (const line of [`${loanNumber},2026-02-28,1001,CLASH`, `${loanNumber},2026-02-27,1000,CLASH`]) {
      const result = await take(`${header}\n${line}\n`)
      expect([result.exit, result.json.refusals]).toEqual([
        1,
        [{ line: 2, reason: 'referensi ini sudah dipakai untuk pembayaran lain' }],
      ])
    }
  })

  test('a repayment that is repeated within a file is recorded once', async () => {
    const { loanNumber, loanId } = await lent()
    const line = `${loanNumber},2026-02-28,1000,SAME-${loanNumber}\n`
    expect((await take(`${header}\n${line}${line}${line}`)).json).toMatchObject({ taken: 1, known: 2 })
    expect(await paidOn(loanId)).toHaveLength(1)
  })

  test('two concurrent imports of one repayment file record each repayment once', async () => {
    const { loanNumber, loanId } = await lent()
    const lines = Array.from(
      { length: 6 },
      (_, n) => `${loanNumber},2026-03-0${n + 1},5000,P-${loanNumber}-${n}`,
    )
    const result = await Promise.all([1, 2, 3].map(() => take([header, ...lines].join('\n'))))
    expect(result.map(({ exit }) => exit)).toEqual([0, 0, 0])
    expect(await paidOn(loanId)).toHaveLength(6)
  })

  test('a repayment file may have optional columns in any order, semicolons, a byte-order mark and CRLF', async () => {
    const { loanNumber, loanId } = await lent()
    const content =
      '\uFEFFreference;fee;amount;penalty;paid_on;loan_number\r\n' +
      `"R;1";500;113500;1000;2026-03-28;${loanNumber}\r\n` +
      `"R ""2""";;112000;;2026-03-28;${loanNumber}\r\n`
    expect((await take(content)).json).toMatchObject({ taken: 2, penalty: 1_000, fee: 500 })
    expect(await paidOn(loanId)).toEqual([
      { reference: 'R "2"', amount: 112_000 },
      { reference: 'R;1', amount: 113_500 },
    ])
    const over = await take(
      `${header},penalty,fee\n${loanNumber},2026-03-28,1000,R-3,600,500\n${loanNumber},2026-03-28,1000,R-4,-1,\n${loanNumber},2026-03-28,1000,R-5,999999999,\n`,
    )
    expect(over.json.refusals.map(({ reason }: { reason: string }) => reason)).toEqual([
      'penalty dan fee melebihi amount 1000',
      expect.stringMatching(/^penalty harus bilangan bulat/),
      'penalty dan fee melebihi amount 1000',
    ])
  })

  test('a file that is not a repayment file is refused with exit code 2', async () => {
    const before = await counts()
    for (const [content, reason] of [
      ['', /Berkas ini kosong/],
      ['loan_number,paid_on,amount\nX,2026-01-01,1\n', /kolom yang tidak ada: reference/],
      [`${header},note\n`, /kolom yang tidak dikenal: "note"/],
      [`${header},amount\n`, /disebut dua kali: amount/],
      ['hello\n', /tidak menyebut kolom berkas Angsuran/],
      [Buffer.from([0x50, 0x4b, 0x03, 0x04, 0, 0]), /buku kerja Excel/],
      [Buffer.from([0x1f, 0x8b, 0, 0]), /gzip/],
      [Buffer.concat([Buffer.from(`${header}\nA,`), Buffer.from([0xff, 0x0a])]), /bukan UTF-8/],
    ] as const) {
      const result = await take(content)
      expect([result.exit, result.out]).toEqual([2, ''])
      expect(result.json.error).toMatch(reason)
    }
    expect((await operator(['repayments', 'import', pathOf('none.csv')])).err).toMatch(/Tidak ada berkas/)
    expect((await operator(['repayments', 'import', pathOf()])).exit).toBe(2)
    expect(await counts()).toEqual(before)
  })

  test('importing repayments with --all-or-nothing records nothing when a line is invalid, otherwise every line', async () => {
    const { loanNumber, loanId } = await lent()
    const good = [`${loanNumber},2026-02-28,1000,AON-1`, `${loanNumber},2026-02-28,1000,AON-2`]
    for (const bad of [
      `${loanNumber},2026-02-28,0,AON-3`,
      `T-NONE,2026-02-28,1000,AON-3`,
      `${loanNumber},2026-02-28,1001,AON-1`,
      `${loanNumber},2099-02-28,1000,AON-3`,
    ]) {
      const before = await counts()
      const result = await take([header, ...good, bad].join('\n'), '--all-or-nothing')
      expect(result).toMatchObject({ exit: 2, json: { lines: 3, taken: 0, refused: 1 } })
      expect(result.json.refusals[0].line).toBe(4)
      expect(await counts()).toEqual(before)
    }
    const result = await take([header, ...good].join('\n'), '--all-or-nothing')
    expect(result).toMatchObject({ exit: 0, json: { taken: 2, refused: 0 } })
    expect(await paidOn(loanId)).toHaveLength(2)
  })

  test('importing repayments with --dry-run predicts the result and changes nothing', async () => {
    const { loanNumber } = await lent()
    const content = [
      header,
      `${loanNumber},2026-02-28,112000,DRY-1`,
      `${loanNumber},2026-02-28,112000,DRY-1`,
      `${loanNumber},2026-03-28,112000,DRY-2`,
      'T-NONE,2026-02-28,1,DRY-3',
    ].join('\n')
    const before = await counts()
    const result = await take(content, '--dry-run')
    expect(result).toMatchObject({
      exit: 1,
      json: { lines: 4, taken: 2, known: 1, refused: 1, principal: 200_000, interest: 24_000, dryRun: true },
    })
    const people = await operator(['repayments', 'import', await file(content), '--dry-run'])
    expect(people.out).toContain('baris 5 ditolak: pinjaman ini tidak ada\n')
    expect(people.out).toContain('Uji coba: tidak ada yang ditulis.\n')
    expect(await counts()).toEqual(before)
    const { dryRun: _, ...promised } = result.json
    expect((await take(content)).json).toEqual(promised)
  })
})
