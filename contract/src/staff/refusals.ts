import { proposalRefusals } from '../proposal-refusals.ts'

const refused = (status: number, sentence: string) => ({ status, sentence: () => sentence })

/**
 * The refusals that only staff are given, on the command line and in the console. They are apart from those of lenders,
 * whose pages do not load them.
 */
export const staffRefusals = {
  SECOND_PAIR_NEEDED: refused(403, 'Tindakan ini memerlukan persetujuan orang kedua. Ajukan dahulu.'),
  STAFF_RIGHT_MISSING: refused(403, 'Anda tidak berwenang untuk tindakan ini.'),
  ...proposalRefusals,
  PROPOSAL_UNCONFIRMED: refused(
    409,
    'Usulan ini diketik di baris perintah. Sebelum disetujui, pengusul membenarkannya di konsol.',
  ),
  /** The sentence is of the command that refuses it. */
  ACTION_REFUSED: refused(409, 'Tindakan ini ditolak.'),
  RULE_UNSATISFIABLE: refused(409, 'Tidak cukup orang yang dapat memutuskan.'),

  FILE_EMPTY: refused(400, 'Berkas ini kosong.'),
  FILE_NOT_TEXT: refused(400, 'Berkas ini bukan teks UTF-8. Simpan sebagai CSV (UTF-8), lalu unggah lagi.'),
  FILES_TOO_MANY: refused(
    429,
    'Terlalu banyak berkas Anda yang masih disimpan. Ajukan, atau tunggu sampai dihapus.',
  ),
  FILE_REMOVED: refused(410, 'Isi berkas ini sudah dihapus. Unggah lagi.'),
  FILE_RUNNING: refused(409, 'Berkas ini sedang diuji coba atau diimpor. Tunggu sampai selesai.'),
  DATE_AFTER_A_YEAR: refused(400, 'Tanggal paling lama setahun setelah hari ini.'),
  FILE_UNTRIED: refused(
    409,
    'Uji coba berkas ini belum berhasil, atau sudah lebih dari sehari. Uji coba dahulu.',
  ),
  FILE_REFUSED_LINES: refused(409, 'Ada baris yang ditolak. Perbaiki berkasnya, lalu unggah lagi.'),
  FILE_IDLE: refused(409, 'Berkas ini tidak mengubah apa pun: semua barisnya sudah dikenal atau ditolak.'),
  FILE_DIFFERS: refused(409, 'Isi berkas ini tidak sama dengan yang diuji coba. Unggah dan uji coba lagi.'),
  FILE_PROPOSED: refused(409, 'Berkas ini sudah diajukan dan menunggu keputusan.'),

  STAFF_SESSION_ENDED: refused(401, 'Sesi Anda telah berakhir. Masuk kembali dengan passkey.'),
  CONSOLE_NETWORK: refused(403, 'Konsol tidak dapat dibuka dari jaringan ini.'),
  CONSOLE_ORIGIN: refused(403, 'Permintaan ini tidak berasal dari halaman konsol.'),
  STAFF_SUSPENDED: refused(403, 'Akun staf Anda ditangguhkan.'),
  PASSKEY_LAST: refused(409, 'Passkey terakhir tidak dapat dicabut.'),
  PASSKEYS_TOO_FEW: refused(403, 'Untuk memutuskan, Anda memerlukan sedikitnya dua passkey.'),
  LOGIN_NOT_FRESH: refused(403, 'Masuk sekali lagi, lalu ulangi dalam lima menit.'),
  INVITATION_ENDED: refused(410, 'Tautan ini sudah dipakai atau lewat waktu. Minta tautan baru.'),
} as const

export type StaffRefusalCode = keyof typeof staffRefusals
