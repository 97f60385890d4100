import { formatDateLong } from '@pematang/contract/format/date'
import type { NoticeData, NoticeText } from './notice-data.ts'

type Keys = NoticeData['KEYS_CHANGED']

const changes: Record<Keys['change'], string> = {
  MADE: 'dibuat',
  ROTATED: 'diganti',
  REVOKED: 'dicabut',
  ENDING: 'segera berakhir',
}

export const keyText = (data: Keys): NoticeText => ({
  tone: data.change === 'REVOKED' ? 'info' : 'warning',
  title: `Kunci API ${changes[data.change]}`,
  message:
    data.change === 'ENDING'
      ? `Kunci API “${data.label}” berlaku sampai ${formatDateLong(data.lastDay)}. Buat kunci baru di Integrasi dan pasang pada sistem Anda sebelum hari itu lewat.`
      : `Kunci API “${data.label}” ${changes[data.change]}. Dengan kunci, sistem Anda membaca data akun ini. Jika bukan Anda, cabut kunci itu dan segera hubungi kami.`,
})

/** The same in few words, for an SMS with a link. */
export const keyShortText = ({ change }: Keys): string => `Kunci API akun Anda ${changes[change]}`
