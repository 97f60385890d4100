import { formatRupiah, groupThousands } from '@pematang/contract/format/rupiah'
import type { NoticeData, NoticeRow, NoticeText } from './notice-data.ts'

type MandateRow = Extract<NoticeRow, { kind: 'MANDATE_SIGNED' | 'MANDATE_UNSIGNED' | 'MANDATE_REVOKED' }>

export const isMandateRow = (row: NoticeRow): row is MandateRow => row.kind.startsWith('MANDATE_')

/** The text about the start or end of a mandate that the lender did not cause themselves. */
export function mandateText(row: MandateRow): NoticeText {
  const { number } = row.data
  if (row.kind === 'MANDATE_SIGNED') {
    return {
      tone: 'info',
      title: 'Kuasa pendanaan otomatis berlaku',
      message: `Kuasa ${number} sudah ditandatangani. Strategi Anda yang aktif mulai mendanai pada putaran berikutnya.`,
    }
  }
  if (row.kind === 'MANDATE_REVOKED') {
    return {
      tone: 'warning',
      title: 'Kuasa pendanaan otomatis dicabut',
      message: `Kuasa ${number} dicabut oleh Penyelenggara. Strategi Anda tidak mendanai lagi; pendanaan yang sudah ditandatangani tetap berjalan.${cancelled(row.data)}`,
    }
  }
  const why =
    row.data.because === 'EXPIRED'
      ? 'tidak ditandatangani tepat waktu'
      : 'tidak dapat ditandatangani oleh penyedia tanda tangan elektronik'
  return {
    tone: 'warning',
    title: 'Kuasa pendanaan otomatis belum berlaku',
    message: `Kuasa ${number} ${why}. Anda dapat memberikannya lagi.`,
  }
}

function cancelled({ count = 0, amount = 0, loans = [] }: NoticeData['MANDATE_REVOKED']): string {
  if (count === 0) return ''
  const [first] = loans
  const which =
    count === 1 && first ? `pinjaman ${first.loanNumber}` : `${groupThousands(String(count))} pinjaman`
  return ` Pendanaan ${which} yang belum ditandatangani dibatalkan, dan ${formatRupiah(amount)} sudah kembali ke cash balance Anda.`
}
