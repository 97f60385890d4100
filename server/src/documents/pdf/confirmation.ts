import { formatDateLong, formatDateTimeLong, formatRupiah, terbilang } from '@pematang/contract/format/index'
import { checkValidity, type OpenCertificate } from '../signature/certificate.ts'
import { drawFacts } from './body.ts'
import { cleanAll } from './clean-text.ts'
import type { Fact } from './content.ts'
import { drawFeet, drawHead } from './head-and-feet.ts'
import { drawPlatformSignature, fillSignature } from './platform-signature.ts'
import { Sheet } from './sheet.ts'
import { grid, styles } from './typography.ts'

/** The content of a balance confirmation; amounts in rupiah. */
export type ConfirmationContent = {
  operator: { name: string; address: string; licenceLine: string | null }
  number: string
  /** The verification code, its characters in groups for reading. */
  code: string
  /** The URL of the page that verifies the code, without the code. */
  verifiedAt: string
  holder: string
  asOf: string
  issuedAt: Date
  cash: number
  principal: number
  positions: number
  /** Unpaid principal by quality class, best first; empty if there is none. */
  qualities: readonly { name: string; principal: number }[]
  writtenOff: number
  owed: number
  total: number
}

const measure = grid.right - grid.text

export type RenderedConfirmation = { bytes: Buffer; platformCertificate: Buffer }

/**
 * Renders a balance confirmation and signs it with the platform's certificate.
 * @throws CertificateFault
 */
export function renderConfirmation(
  given: ConfirmationContent,
  certificate: OpenCertificate,
): RenderedConfirmation {
  checkValidity(certificate, given.issuedAt)
  const { issuedAt, ...texts } = given
  const content = { ...cleanAll(texts), issuedAt }
  const title = 'Konfirmasi Saldo'
  const sheet = new Sheet({
    title: `${title} ${content.number}`,
    author: content.operator.name,
    createdAt: issuedAt,
  })
  const { operator, number, code } = content
  const line = `Nomor ${number}, diterbitkan ${formatDateTimeLong(issuedAt)}`
  drawHead(sheet, { operator, title, line }, 16)
  const day = formatDateLong(content.asOf)
  paragraph(
    sheet,
    `Kami mengonfirmasi saldo dan pendanaan Pemberi Dana di bawah ini pada akhir hari ${day} (WIB), menurut pembukuan kami sebagaimana tercatat sampai saat itu.`,
  )
  sheet.y += 12
  drawFacts(sheet, holderFacts(content))
  heading(sheet, 'Saldo dan pendanaan')
  drawFacts(sheet, figures(content))
  sheet.y += 10
  drawFacts(sheet, sum(content), styles.strong)
  heading(sheet, 'Verifikasi')
  paragraph(
    sheet,
    `Siapa pun yang memegang dokumen ini dapat memeriksanya di ${content.verifiedAt} dengan kode ${content.code}. Halaman itu menampilkan nomor, tanggal, inisial pemegang, dan jumlah; bila berbeda dari dokumen ini, dokumen ini tidak berlaku.`,
  )
  drawSignature(sheet, { certificate, at: issuedAt })
  drawFeet(sheet, { name: `Nomor ${number}`, below: `Kode verifikasi: ${code}` })
  return {
    bytes: fillSignature(sheet.finish(), { certificate, at: issuedAt }),
    platformCertificate: certificate.chain[0] ?? Buffer.alloc(0),
  }
}

const holderFacts = ({ holder, number, asOf }: ConfirmationContent): Fact[] => [
  { label: 'Pemberi Dana', value: holder },
  { label: 'Per tanggal', value: formatDateLong(asOf) },
  { label: 'Nomor konfirmasi', value: number },
]

const figures = (content: ConfirmationContent): Fact[] => [
  { label: 'Saldo kas', value: formatRupiah(content.cash) },
  {
    label: 'Sisa pokok pendanaan',
    value: `${formatRupiah(content.principal)} pada ${content.positions} pendanaan`,
  },
  ...content.qualities.map(({ name, principal }) => ({
    label: `– ${name}`,
    value: formatRupiah(principal),
  })),
  ...(content.writtenOff > 0
    ? [{ label: 'Hapus buku, di luar jumlah', value: formatRupiah(content.writtenOff) }]
    : []),
  ...(content.owed > 0
    ? [{ label: 'Dikurangi kewajiban karena koreksi', value: formatRupiah(content.owed) }]
    : []),
]

const sum = ({ total }: ConfirmationContent): Fact[] => [
  { label: 'Jumlah', value: formatRupiah(total) },
  { label: 'Terbilang', value: `${total < 0 ? 'minus ' : ''}${terbilang(Math.abs(total))} rupiah` },
]

function heading(sheet: Sheet, text: string): void {
  sheet.y += 18
  sheet.need(styles.heading.pitch + 3 * styles.body.pitch)
  sheet.tag('H2', () => sheet.flow([text], styles.heading, grid.text))
  sheet.y += 6
}

function paragraph(sheet: Sheet, text: string): void {
  sheet.tag('P', () => sheet.flow(sheet.lines(text, styles.body, measure), styles.body, grid.text))
}

/** Draws the signature. It stays on the same page as the text above it. */
function drawSignature(sheet: Sheet, seal: Parameters<typeof drawPlatformSignature>[2]): void {
  sheet.y += 24
  sheet.need(70)
  drawPlatformSignature(sheet, { x: grid.text, top: sheet.y, width: 260, height: 60 }, seal)
}
