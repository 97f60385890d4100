import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { NoticeData, NoticeText } from './notice-data.ts'

export function proposalText({
  number,
  event,
  title,
  amount,
  by,
  reason,
}: NoticeData['PROPOSAL']): NoticeText {
  const what = `${title}${amount === null ? '' : ` ${formatRupiah(amount)}`} (usulan nomor ${number})`
  switch (event) {
    case 'MADE':
      return {
        tone: 'info',
        title: 'Usulan menunggu keputusan Anda',
        message: `${by} mengusulkan ${what}.`,
      }
    case 'DONE':
      return {
        tone: 'info',
        title: 'Usulan disetujui',
        message: `${capital(what)} sudah disetujui dan dijalankan.`,
      }
    case 'REFUSED':
      return { tone: 'warning', title: 'Usulan ditolak', message: `${by} menolak ${what}: ${reason ?? '-'}` }
    case 'WITHDRAWN':
      return { tone: 'warning', title: 'Usulan ditarik', message: `${by} menarik ${what}.` }
    case 'GONE':
      return {
        tone: 'warning',
        title: 'Usulan tidak dapat diputuskan lagi',
        message: `${capital(what)} berakhir: ${reason ?? '-'}`,
      }
    case 'EXPIRED':
      return {
        tone: 'warning',
        title: 'Usulan lewat waktu',
        message: `${capital(what)} tidak diputuskan sampai batas waktunya. Ajukan kembali bila masih diperlukan.`,
      }
  }
}

const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1)
