import { drawFacts } from './body.ts'
import type { ContractText, Fact, Party } from './content.ts'
import { addSignatureField } from './form.ts'
import { drawPlatformSignature, type Seal } from './platform-signature.ts'
import type { Place, Sheet } from './sheet.ts'
import { colours, grid, type Style, styles } from './typography.ts'

/**
 * The box in which the e-signature provider places the lender's visible signature: lower-left corner and size in points
 * from the bottom left of an A4 page, as in PDF. `inset` is the distance to the border drawn around it.
 */
export const stamp = { x: 130, y: 468, width: 200, height: 70, inset: 10 }

const pageHeight = 841.89
const box = {
  x: stamp.x - stamp.inset,
  top: pageHeight - stamp.y - stamp.height - stamp.inset,
  width: stamp.width + 2 * stamp.inset,
  height: stamp.height + 2 * stamp.inset,
}
const detailColumn = box.x + box.width + 20
const secondTop = box.top + 172
const thirdTop = secondTop + 172
/** The area of a box inside its border. */
const inside = (top: number): Place => ({
  x: box.x + stamp.inset,
  top: top + stamp.inset,
  width: stamp.width,
  height: stamp.height,
})

/** Breaks text for a narrow column and cuts it at `most` lines, because the first page has it in full. */
function clipped(sheet: Sheet, text: string, style: Style, most: number): readonly string[] {
  const width = grid.right - detailColumn
  const lines = sheet.lines(text, style, width)
  const last = lines.slice(most - 1).join(' ')
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), sheet.fitted(last, style, width, style.size).text]
}

function drawSignatory(sheet: Sheet, { name, facts }: Party, top: number): void {
  sheet.y = top - 3
  sheet.tag('P', () => sheet.flow(clipped(sheet, name, styles.strong, 2), styles.strong, detailColumn))
  if (facts.length === 0) return
  sheet.tag('Table', () => {
    for (const { label, value } of facts) {
      sheet.y += 4
      const put = (text: string, style: Style, most: number) =>
        sheet.flow(clipped(sheet, text, style, most), style, detailColumn)
      sheet.tag('TR', () => {
        sheet.tag('TH', () => put(label, styles.small, 1), { scope: 'Row' })
        sheet.tag('TD', () => put(value, styles.cell, facts.length > 3 ? 1 : 2))
      })
    }
  })
}

function signatory(sheet: Sheet, party: Party, top: number, note: string): void {
  const border = { width: 0.75, colour: colours.line }
  sheet.frame({ x: box.x, top, width: box.width, height: box.height }, 4, border)
  sheet.y = top - 19
  sheet.tag('P', () => sheet.put(party.role, styles.role, box.x, sheet.y))
  drawSignatory(sheet, party, top)
  sheet.y = top + box.height + 5
  sheet.tag('P', () => sheet.put(note, styles.small, box.x, sheet.y))
}

function noteOfOther({ kind, proof }: ContractText): string {
  if (kind !== 'pp') return 'Untuk dan atas nama Penyelenggara'
  return proof.length > 0
    ? 'Bukti persetujuan elektronik Penerima Dana'
    : 'Bukti persetujuan elektronik tidak termuat dalam Perjanjian ini'
}

function drawProof(sheet: Sheet, proof: Fact[], top: number): void {
  const { x, width, top: first } = inside(top)
  const column = x + 72
  const value = { ...styles.small, colour: colours.ink }
  sheet.y = first
  sheet.tag('Table', () => {
    for (const fact of proof) {
      const lines = sheet.lines(fact.value, value, x + width - column).slice(0, 3)
      sheet.tag('TR', () => {
        sheet.tag('TH', () => sheet.put(fact.label, styles.small, x, sheet.y), { scope: 'Row' })
        sheet.tag('TD', () => sheet.flow(lines, value, column))
      })
      sheet.y += 1
    }
  })
}

/**
 * Draws the signature page, always on a page of its own, with an empty box at the position of the stamp. A copy has a
 * note in place of the box.
 * @returns the page number, from 1
 */
export function drawSignaturePage(sheet: Sheet, content: ContractText, seal: Seal | null): number {
  const [lender, other] = content.signatories
  sheet.addPage()
  const { copyNote } = content
  const heading = copyNote === null ? 'Tanda tangan' : 'Salinan dari arsip'
  sheet.tag('H1', () => sheet.flow([heading], styles.title, grid.text))
  sheet.y += 6
  const subject = `${content.title} Nomor ${content.number}, ${content.dateLine}`
  sheet.tag('P', () => {
    const lines = sheet.lines(subject, styles.label, grid.right - grid.text)
    sheet.flow(lines.slice(0, 3), styles.label, grid.text)
  })
  sheet.y += 14
  const lead =
    copyNote ??
    'Dengan menandatangani halaman ini secara elektronik, Pemberi Dana menyatakan telah membaca, memahami, dan ' +
      `menyetujui seluruh isi Perjanjian${content.schedule === null ? '' : ' beserta Lampirannya'}.`
  sheet.tag('P', () =>
    sheet.flow(sheet.lines(lead, styles.body, grid.right - grid.text), styles.body, grid.text),
  )
  sheet.y += 12
  drawFacts(sheet, content.essence)
  if (copyNote !== null) return sheet.pages
  signatory(sheet, lender, box.top, 'Tanda tangan elektronik bersertifikat Pemberi Dana')
  // The e-signature provider signs in this field, so that screen readers find the signature in the structure tree.
  if (seal)
    addSignatureField(sheet, inside(box.top), {
      name: 'TandaTanganPemberiDana',
      says: 'Tanda tangan elektronik Pemberi Dana',
    })
  signatory(sheet, other, secondTop, noteOfOther(content))
  if (content.proof.length > 0) drawProof(sheet, content.proof, secondTop)
  if (!seal) return sheet.pages
  const top = content.issuer ? thirdTop : secondTop
  if (content.issuer)
    signatory(sheet, content.issuer, top, 'Penerbit dokumen, bukan pihak dalam Perjanjian ini')
  drawPlatformSignature(sheet, inside(top), seal)
  return sheet.pages
}
