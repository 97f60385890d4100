import type { NoticeData, NoticeRow, NoticeText } from './notice-data.ts'

export type CallBackRow = Extract<NoticeRow, { kind: 'CALL_BACK_CHANGED' | 'CALL_BACK_PAUSED' }>

export const isCallBackRow = (row: NoticeRow): row is CallBackRow => row.kind.startsWith('CALL_BACK_')

const changes: Record<NoticeData['CALL_BACK_CHANGED']['part'], string> = {
  ADDRESS: 'ditetapkan',
  SECRET: 'mendapat kunci rahasia baru',
  ENDED: 'dihapus',
}

export function callBackText(row: CallBackRow): NoticeText {
  if (row.kind === 'CALL_BACK_CHANGED') {
    const { part, host } = row.data
    return {
      tone: 'warning',
      title: 'Panggilan balik diubah',
      message: `Alamat panggilan balik sistem Anda${host === undefined ? '' : ` di ${host}`} ${changes[part]}. Jika bukan Anda yang memintanya, segera hubungi kami.`,
    }
  }
  return {
    tone: 'warning',
    title: 'Panggilan balik dihentikan',
    message:
      row.data.because === 'GONE'
        ? 'Sistem Anda menjawab bahwa alamat panggilan baliknya sudah tidak ada, jadi tidak kami panggil lagi. Peristiwa tetap dapat dibaca melalui API.'
        : 'Sistem Anda tidak menjawab panggilan balik selama tiga hari, jadi tidak kami panggil lagi. Peristiwa tetap dapat dibaca melalui API. Simpan kembali alamatnya setelah sistem Anda siap.',
  }
}

/** The same in few words, for an SMS with a link. */
export const callBackShortText = (row: CallBackRow): string =>
  row.kind === 'CALL_BACK_CHANGED'
    ? `Alamat panggilan balik ${changes[row.data.part]}`
    : 'Panggilan balik ke sistem Anda dihentikan'
