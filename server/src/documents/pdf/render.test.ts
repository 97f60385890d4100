import { formatDateLong, formatRupiah, groupThousands, terbilang } from '@pematang/contract/format/index'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { withholdTax } from '../../books/testing.ts'
import { testCertificate } from '../../../testing/certificate.ts'
import { openCertificate } from '../signature/certificate.ts'
import { stamp } from './signature-page.ts'
import { renderAgreement as renderWith } from './render.ts'
import { readPdf } from './read-pdf.ts'
import { sampleSnapshot } from './sample.ts'
import type { AgreementSnapshot, AgreementKind } from './snapshot.ts'

const kinds: AgreementKind[] = ['pp', 'ppfp']

const certificate = openCertificate(testCertificate())
const renderAgreement = (kind: AgreementKind, snapshot: AgreementSnapshot) =>
  renderWith(kind, snapshot, certificate)

async function wholeText(kind: AgreementKind, snapshot: AgreementSnapshot): Promise<string> {
  const pages = await readPdf(renderAgreement(kind, snapshot).bytes)
  return pages.map((page) => page.text).join(' ')
}

const actions = /\/(JavaScript|JS|Launch|EmbeddedFile|OpenAction|AA|URI|SubmitForm|RichMedia|ObjStm)\b/

/** The objects of the file without their compressed streams, in which any short sequence can occur by chance. */
function objects(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/\bstream\r?\n[\s\S]*?\bendstream/g, '')
}

const withNames = (name: string) => {
  const base = sampleSnapshot()
  return {
    ...base,
    lender: { ...base.lender, name, companyName: name },
    borrower: { name },
    loan: { ...base.loan, purpose: name },
  }
}

describe.each(kinds)('%s', (kind) => {
  test('FND-03 the same agreement data render to the same bytes regardless of earlier renderings', async () => {
    const first = renderAgreement(kind, sampleSnapshot())
    expect(renderAgreement(kind, sampleSnapshot()).bytes.equals(first.bytes)).toBe(true)

    vi.resetModules()
    const { renderAgreement: renderElsewhere } = await import('./render.ts')
    // These characters share glyphs with characters of the sample: another hyphen, another stroke, letters of other
    // alphabets.
    renderElsewhere(
      kind,
      withNames('Ko‐op Кирилл ﬁ Ελένη ∕ ∙ ʹ e\u0301\u0323 А В Е К М Н О Р С Т'),
      certificate,
    )
    expect(renderElsewhere(kind, sampleSnapshot(), certificate).bytes.equals(first.bytes)).toBe(true)
  })

  test('FND-03 agreements with different numbers have different hashes', () => {
    const other = renderAgreement(kind, sampleSnapshot({ agreementNumber: '2026/11/000124' }))
    expect(other.textHash).not.toBe(renderAgreement(kind, sampleSnapshot()).textHash)
  })

  test('FND-03 an agreement shows the parties, the amounts in figures and words, and every installment', async () => {
    const snapshot = sampleSnapshot()
    const text = await wholeText(kind, snapshot)
    const { lender, borrower, operator, amount } = snapshot
    for (const part of [
      lender.name,
      lender.companyName ?? '',
      lender.identityLabel,
      borrower.name,
      operator.name,
    ]) {
      expect(text).toContain(part)
    }
    expect(text).toContain(`${formatRupiah(amount)} (${terbilang(amount)} rupiah)`)
    expect(text).toContain('14,250% per tahun')
    for (const row of snapshot.schedule) {
      const tax = withholdTax(row.interest, 0.15)
      const net = row.principal + row.interest - tax
      const figures = [row.principal, row.interest, tax, net].map((figure) => groupThousands(String(figure)))
      expect(text).toContain([row.no, formatDateLong(row.dueDate), ...figures].join(' '))
    }
  })

  test('FND-03 every page of an agreement has the hash of the text, its page number and the page count', async () => {
    const { bytes, pages, textHash } = renderAgreement(kind, sampleSnapshot())
    const read = await readPdf(bytes)
    expect(read).toHaveLength(pages)
    read.forEach(({ text }, index) => {
      expect(text).toContain(`Sidik jari teks: ${textHash}`)
      expect(text).toContain(`Halaman ${index + 1}/${pages}`)
    })
  })

  test('FND-06 the signature page of an agreement is separate and leaves room for the signature', async () => {
    const { bytes, signaturePage } = renderAgreement(kind, withNames('Nama Yang Sangat Panjang '.repeat(8)))
    const page = (await readPdf(bytes))[signaturePage - 1]
    expect(page?.text).toMatch(/^Tanda tangan /)
    expect(page?.text).toContain('Pemberi Dana')
    const inside = page?.pieces.filter(
      ({ x, y, width }) =>
        x < stamp.x + stamp.width + stamp.inset &&
        x + width > stamp.x - stamp.inset &&
        y < stamp.y + stamp.height + stamp.inset &&
        y > stamp.y - stamp.inset,
    )
    expect(inside).toEqual([])
    expect([stamp.x, stamp.y]).toEqual([130, 468])
  })

  test('FND-03 a long schedule in an agreement repeats its column headings on every page', async () => {
    for (const tenor of [36, 60, 365]) {
      const { bytes, signaturePage, pages } = renderAgreement(kind, sampleSnapshot({}, tenor))
      const annex = (await readPdf(bytes)).slice(signaturePage)
      expect(annex).toHaveLength(pages - signaturePage)
      for (const { text } of annex) expect(text).toMatch(/No\. Jatuh tempo Pokok Bunga PPh Diterima 1? ?\d/)
      const numbers = annex.flatMap(({ text }) =>
        [...text.matchAll(/(?<=^|\s)(\d{1,3}) \d{1,2} \p{L}+ 20\d\d/gu)].map((match) => Number(match[1])),
      )
      expect(numbers).toEqual(Array.from({ length: tenor }, (_, index) => index + 1))
    }
  })

  test('FND-03 the PDF of an agreement is small, tagged as Indonesian and without active content', () => {
    const { bytes } = renderAgreement(kind, sampleSnapshot())
    const file = objects(bytes)
    expect(bytes.length).toBeLessThan(120_000)
    expect(file).toContain('/Lang (id-ID)')
    expect(file).toContain('/Marked true')
    expect(file).not.toMatch(actions)
    // The annotations are the fields of the platform's signature and of the lender's.
    expect(
      [...file.matchAll(/\/Annots \[([^\]]*)\]/g)].map(([, fields = '']) => fields.split('R').length - 1),
    ).toEqual([2])
    expect(file.match(/\/Subtype \/Widget/g)).toHaveLength(2)
    expect(file).toContain('/FT /Sig')
  })

  const names = [
    'Budi) /JS (app.alert(1)) /OpenAction <<',
    'Back\\slash \\) endobj %%EOF',
    '<< /Launch /EmbeddedFile >>',
    'Sri 🌾 Wahyuni 👩‍🌾',
    'Adi\u202Eidub\u202C \u200Fabc\u2066',
    'محمد 李小龙 ไทย',
    'Nguyễn Thị Ánh Đào',
    'Tab\tbaris\nbaru\u0000nol\uD800',
    'W'.repeat(200),
    '',
  ]
  test.each(names)(
    'FND-03 the name %j neither breaks the layout of an agreement nor becomes active content',
    async (name) => {
      const { bytes, signaturePage } = renderAgreement(kind, withNames(name))
      expect(objects(bytes)).not.toMatch(actions)
      const pages = await readPdf(bytes)
      expect(pages.length).toBeGreaterThanOrEqual(signaturePage)
      for (const { pieces } of pages) {
        for (const piece of pieces) expect(piece.x + piece.width, piece.text).toBeLessThan(530)
      }
    },
  )
})

test('FND-03 the PP agreement refers to its PPFP with the hash, and the PPFP to the PP', async () => {
  const facility = renderAgreement('ppfp', sampleSnapshot())
  const text = await wholeText('pp', sampleSnapshot())
  expect(text).toContain('PPFP/2026/11/000123')
  expect(text).toContain(facility.textHash)
  expect(await wholeText('ppfp', sampleSnapshot())).toContain('PP/2026/11/000123')
})

test('FND-03 agreement text in many alphabets can be extracted unchanged', async () => {
  for (const name of [
    'Nguyễn Thị Ánh Đào',
    'Łukasz Żółć',
    'Ελένη',
    'Дмитрий',
    'Ōe Şükrü',
    'Budi (II) \\ Co.',
  ]) {
    expect(await wholeText('pp', withNames(name))).toContain(name)
  }
})

test('FND-03 an agreement stays readable for any name', { timeout: 60_000 }, async () => {
  const anyName = fc.string({ unit: 'binary', maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(anyName, async (name) => {
      const { bytes, pages } = renderAgreement('pp', withNames(name))
      expect(objects(bytes)).not.toMatch(actions)
      expect(await readPdf(bytes)).toHaveLength(pages)
    }),
    { numRuns: 25 },
  )
})
