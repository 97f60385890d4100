import { formatDateTimeLong } from '@pematang/contract/format/index'
import { checkValidity, type OpenCertificate } from '../signature/certificate.ts'
import { roomFor, sha256, signDigest } from '../signature/cms.ts'
import type { Place, Sheet } from './sheet.ts'
import { stampLines } from './stamp-text.ts'
import { name } from './file/objects.ts'
import { addSignatureField } from './form.ts'
import { type Style, styles } from './typography.ts'

/** The certificate and time of the platform's own signature. */
export type Seal = { certificate: OpenCertificate; at: Date }

const rangeHole = 9_999_999_999
const rangePlace = `[0 ${rangeHole} ${rangeHole} ${rangeHole}]`

/**
 * Draws the visible text of the platform's signature and puts its empty field over it. The text belongs to the page, so
 * that screen readers read it in order; the field has a description for them.
 */
export function drawPlatformSignature(sheet: Sheet, place: Place, seal: Seal): void {
  const { serial } = seal.certificate
  const at = formatDateTimeLong(seal.at)
  const lines = stampLines({ name: seal.certificate.name, at, serial })
  const style: Record<'note' | 'name', Style> = {
    note: styles.small,
    name: { ...styles.strong, face: 'sansBold' },
  }
  sheet.y = place.top
  for (const { text: line, role } of lines) {
    const { face, pitch, colour, size } = style[role]
    const shown = sheet.fitted(line, { face, pitch, colour, size }, place.width, 6)
    sheet.tag('P', () => sheet.put(shown.text, shown.style, place.x, sheet.y))
    sheet.y += pitch
  }
  addField(sheet, place, seal)
}

function addField(sheet: Sheet, place: Place, { certificate, at }: Seal): void {
  const value = sheet.file.add({
    Type: name('Sig'),
    Filter: name('Adobe.PPKLite'),
    SubFilter: name('ETSI.CAdES.detached'),
    ByteRange: [0, rangeHole, rangeHole, rangeHole],
    Contents: Buffer.alloc(roomFor(certificate)),
    M: at,
    Name: certificate.name,
    Reason: 'Penerbitan dokumen oleh Penyelenggara',
  })
  addSignatureField(sheet, place, {
    name: 'TandaTanganPenyelenggara',
    says: `Tanda tangan elektronik ${certificate.name}`,
    value,
  })
}

/** Signs a finished document; the signature covers the whole file except its own value. */
export function fillSignature(unsigned: Buffer, { certificate, at }: Seal): Buffer {
  checkValidity(certificate, at)
  const bytes = Buffer.from(unsigned)
  const hole = `<${'0'.repeat(2 * roomFor(certificate))}>`
  const start = bytes.indexOf(hole, 0, 'latin1')
  const ranges = bytes.indexOf(rangePlace, 0, 'latin1')
  if (start < 0 || ranges < 0) throw new Error('the signature has no place in the document')
  const end = start + hole.length
  const range = `[0 ${start} ${end} ${bytes.length - end}]`
  bytes.write(range.padEnd(rangePlace.length), ranges, 'latin1')
  const cms = signDigest(sha256([bytes.subarray(0, start), bytes.subarray(end)]), certificate)
  if (2 * cms.length > hole.length - 2) throw new Error(`a signature of ${cms.length} bytes does not fit`)
  bytes.write(cms.toString('hex'), start + 1, 'latin1')
  return bytes
}
