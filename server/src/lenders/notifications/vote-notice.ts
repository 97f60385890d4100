import { formatDateTimeLong } from '@pematang/contract/format/date'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { NoticeData, NoticeRow, NoticeText } from './notice-data.ts'

type VoteRow = Extract<
  NoticeRow,
  { kind: 'VOTE_OPENED' | 'VOTE_REMINDER' | 'VOTE_SECOND_CALL' | 'VOTE_ENDED' }
>

export const isVoteRow = (row: NoticeRow): row is VoteRow => row.kind.startsWith('VOTE_')

const ends: Record<NoticeData['VOTE_ENDED']['state'], string> = {
  PASSED: 'Usulan ketentuan baru disetujui. Ketentuan lama berlaku sampai ketentuan baru dicatat.',
  REFUSED: 'Usulan ketentuan baru tidak disetujui. Ketentuan pinjaman tidak berubah.',
  NO_QUORUM: 'Kuorum tidak tercapai, jadi usulan gugur. Ketentuan pinjaman tidak berubah.',
  WITHDRAWN: 'Usulan ketentuan baru ditarik kembali. Ketentuan pinjaman tidak berubah.',
  VOID: 'Saldo pinjaman berubah sebelum pemungutan suara berakhir, jadi usulan gugur. Ketentuan pinjaman tidak berubah.',
  LAPSED: 'Usulan yang disetujui tidak dipakai dan tidak berlaku lagi. Ketentuan pinjaman tidak berubah.',
}

export function voteText(row: VoteRow): NoticeText {
  const { loanNumber, amount } = row.data
  if (row.kind === 'VOTE_ENDED') {
    return {
      tone: 'info',
      title: 'Hasil pemungutan suara',
      message: `Pemungutan suara pinjaman ${loanNumber}: ${ends[row.data.state]}`,
    }
  }
  const until = `paling lambat ${formatDateTimeLong(row.data.until)}`
  if (row.kind === 'VOTE_OPENED') {
    return {
      tone: 'warning',
      title: 'Pemungutan suara: ketentuan baru',
      message: `Ketentuan pinjaman ${loanNumber} diusulkan berubah. Berikan suara Anda ${until}; suara Anda dihitung menurut sisa pokok ${formatRupiah(amount)}. Tanpa suara Anda tidak dianggap setuju.`,
    }
  }
  if (row.kind === 'VOTE_SECOND_CALL') {
    return {
      tone: 'warning',
      title: 'Pemungutan suara: panggilan kedua',
      message: `Panggilan pertama untuk pinjaman ${loanNumber} tidak mencapai kuorum. Suara dapat diberikan atau diubah ${until}; suara yang sudah Anda berikan tetap dihitung.`,
    }
  }
  return {
    tone: 'warning',
    title: 'Suara Anda belum diterima',
    message: `Pemungutan suara pinjaman ${loanNumber} masih berlangsung. Berikan suara Anda ${until}.`,
  }
}
