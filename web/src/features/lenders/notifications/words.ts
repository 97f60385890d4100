import type { NoticeCategory } from '@pematang/contract/lenders/notifications/kinds'

export const categoryLabels: Record<NoticeCategory, string> = {
  MONEY: 'Dana masuk dan keluar',
  FUNDING: 'Pendanaan',
  LATE: 'Keterlambatan pinjaman',
  STATEMENTS: 'Rekening koran',
  OFFERS: 'Penawaran',
  SECURITY: 'Keamanan akun',
}

/** A sentence that describes each category of notices. */
export const categoryHints: Record<NoticeCategory, string> = {
  MONEY: 'Angsuran yang diterima, pelunasan, dan penarikan dana.',
  FUNDING: 'Perjanjian dan masa pendanaan pinjaman yang Anda pilih.',
  LATE: 'Pinjaman yang terlambat, kembali lancar, atau berubah syaratnya.',
  STATEMENTS: 'Rekening koran bulanan yang sudah terbit.',
  OFFERS: 'Pinjaman baru yang cocok dengan pencarian tersimpan.',
  SECURITY: 'Login dari perangkat baru dan perubahan data akun.',
}

export const categories = Object.keys(categoryLabels) as NoticeCategory[]
