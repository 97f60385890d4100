const refused = (status: number, sentence: string) => ({ status, sentence: () => sentence })

/** The refusals of the engine of proposals, for staff and for members of companies. */
export const proposalRefusals = {
  PROPOSAL_NOT_FOUND: refused(404, 'Usulan ini tidak ditemukan.'),
  PROPOSAL_ENDED: refused(409, 'Usulan ini sudah selesai.'),
  PROPOSAL_EXPIRED: refused(409, 'Batas waktu usulan ini sudah lewat. Ajukan kembali.'),
  PROPOSAL_DIFFERS: refused(409, 'Isi tindakan ini tidak sama dengan usulannya.'),
  PROPOSAL_OWN: refused(403, 'Usulan sendiri harus diputuskan oleh orang lain.'),
  PROPOSAL_DECIDED: refused(409, 'Anda sudah memutuskan usulan ini.'),
  PROPOSAL_MAKER_GONE: refused(409, 'Pengusul tidak lagi berwenang mengajukan usulan.'),
  PROPOSALS_TOO_MANY: refused(429, 'Terlalu banyak usulan yang menunggu keputusan.'),
} as const
