import { formatDateTimeLong } from '@pematang/contract/format/date'
import type { NoticeData, NoticeRow, NoticeText } from './notice-data.ts'

export type FactorRow = Extract<NoticeRow, { kind: 'FACTORS_CHANGED' | 'FACTOR_RECOVERY' }>

export const isFactorRow = (row: NoticeRow): row is FactorRow =>
  row.kind === 'FACTORS_CHANGED' || row.kind === 'FACTOR_RECOVERY'

const changes: Record<NoticeData['FACTORS_CHANGED']['what'], string> = {
  PASSKEY_ADDED: 'passkey baru ditambahkan',
  PASSKEY_ENDED: 'sebuah passkey dicabut',
  TOTP_ADDED: 'aplikasi kode dipasang',
  TOTP_ENDED: 'aplikasi kode dihapus',
  CODES_RENEWED: 'kode pemulihan diganti',
  CODE_USED: 'sebuah kode pemulihan dipakai',
  RECOVERY_CANCELLED: 'pemulihannya dibatalkan dari akun itu sendiri',
  ALL_ENDED: 'verifikasi dua langkah dinonaktifkan oleh layanan kami, dan semua sesi diakhiri',
}

/** The text about the second factor of a lender. */
export function factorText(row: FactorRow): NoticeText {
  const { member } = row.data
  if (member !== undefined) return memberText(row, member)
  const ask = 'Jika bukan Anda yang memintanya, segera hubungi kami.'
  return row.kind === 'FACTORS_CHANGED'
    ? {
        tone: 'warning',
        title: 'Verifikasi dua langkah diubah',
        message: `Verifikasi dua langkah akun Anda diubah: ${changes[row.data.what]}. ${ask}`,
      }
    : {
        tone: 'warning',
        title: 'Pemulihan verifikasi dua langkah diminta',
        message: `Verifikasi dua langkah akun Anda akan dinonaktifkan ${formatDateTimeLong(row.data.at)} atas permintaan kepada layanan kami. ${ask}`,
      }
}

function memberText(row: FactorRow, member: string): NoticeText {
  const what =
    row.kind === 'FACTORS_CHANGED'
      ? `diubah: ${changes[row.data.what]}`
      : `akan dinonaktifkan ${formatDateTimeLong(row.data.at)} atas permintaan kepada layanan kami`
  return {
    tone: 'warning',
    title:
      row.kind === 'FACTORS_CHANGED' ? 'Verifikasi anggota diubah' : 'Pemulihan verifikasi anggota diminta',
    message: `Verifikasi dua langkah ${member}, anggota perusahaan Anda, ${what}. Jika ini tidak semestinya, tangguhkan anggota itu dan segera hubungi kami.`,
  }
}

/** The same in few words, for an SMS with a link. */
export const factorShortText = (row: FactorRow): string =>
  row.kind === 'FACTORS_CHANGED'
    ? `Verifikasi dua langkah: ${row.data.what === 'ALL_ENDED' ? 'dinonaktifkan' : changes[row.data.what]}`
    : `Verifikasi dua langkah dinonaktifkan ${formatDateTimeLong(row.data.at)}`
