import type { NoticeRow, NoticeText } from './notice-data.ts'

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
      message: `Kuasa ${number} dicabut oleh penyelenggara. Strategi Anda tidak mendanai lagi; pendanaan yang sudah ditandatangani tetap berjalan.`,
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
