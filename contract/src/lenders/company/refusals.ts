import { proposalRefusals } from '../../proposal-refusals.ts'

const refused = (status: number, sentence: string) => ({ status, sentence: () => sentence })

/**
 * The refusals that only members of a company, and who is invited to one, are given. They are apart from the others, so that
 * the pages of a lender who is alone do not load them.
 */
export const companyRefusals = {
  PROPOSED: {
    status: 202,
    sentence: ({ proposal = 0 }: { proposal?: number }) =>
      `Usulan nomor ${proposal} menunggu keputusan rekan Anda.`,
  },
  PROPOSAL_AGREED: {
    status: 202,
    sentence: ({ missing = 1 }: { missing?: number }) =>
      `Persetujuan Anda tercatat. Masih diperlukan persetujuan ${missing} orang lagi.`,
  },
  PROPOSAL_NEEDED: refused(403, 'Perusahaan Anda meminta keputusan orang lain untuk ini. Ajukan dahulu.'),
  ...proposalRefusals,
  COMPANY_ROLE_MISSING: refused(403, 'Peran Anda di perusahaan ini tidak mengizinkan tindakan ini.'),
  COMPANY_FUNDS_SELECTIONS: refused(
    409,
    'Pendanaan oleh anggota perusahaan dikirim sebagai pilihan. Muat ulang halaman ini.',
  ),
  COMPANY_UNKNOWN: refused(404, 'Akun ini bukan akun perusahaan.'),
  COMPANY_PHONE_TAKEN: refused(409, 'Nomor handphone ini sudah dipakai. Gunakan nomor lain.'),
  COMPANY_LAST_ADMINISTRATOR: refused(
    409,
    'Administrator terakhir tidak dapat dihapus, ditangguhkan, atau diganti perannya.',
  ),
  COMPANY_TOO_FEW_DECIDERS: refused(
    409,
    'Tidak cukup anggota yang dapat memutuskan menurut aturan ini. Beri peran pemutus dahulu.',
  ),
  COMPANY_FACTOR_DAY: refused(
    400,
    'Verifikasi dua langkah dapat diwajibkan mulai hari ini sampai satu tahun ke depan.',
  ),
  FACTOR_NEEDED: refused(
    403,
    'Perusahaan Anda mewajibkan verifikasi dua langkah. Pasang dahulu di halaman Sesi Aktif.',
  ),
  COMPANY_ADMINISTRATOR_TAKEN: refused(
    409,
    'Peran seorang administrator dicabut kurang dari 72 jam lalu, dan tidak ada administrator lain yang dapat memutuskan. Coba lagi setelah itu.',
  ),
  COMPANY_FULL: refused(409, 'Perusahaan dapat memiliki paling banyak 100 anggota.'),
  KEY_PROPOSES_IN_COMPANY: refused(
    403,
    'Kunci yang mengajukan usulan hanya untuk perusahaan dengan anggota yang memutuskan. Tambahkan anggota dahulu.',
  ),
  CALL_BACK_GONE: refused(
    409,
    'Alamat ini menjawab bahwa ia sudah tidak ada. Simpan kembali alamatnya dahulu.',
  ),
  KEY_OF_OTHER: refused(
    403,
    'Kunci yang mengajukan usulan hanya dapat diganti oleh pembuatnya. Cabut kunci ini atau buat kunci baru.',
  ),
  MEMBER_NOT_FOUND: refused(404, 'Anggota ini tidak ditemukan.'),
  MEMBER_INVITATION_ENDED: refused(410, 'Tautan ini sudah dipakai atau lewat waktu. Minta undangan baru.'),
} as const

export type CompanyRefusalCode = keyof typeof companyRefusals
