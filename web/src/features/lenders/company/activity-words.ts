import { callName } from '../../../company/words.ts'

/** What the members of a company do besides what can be proposed, by the name in the audit trail. */
const words: Record<string, string> = {
  login: 'Masuk',
  logout: 'Keluar',
  endMember: 'Anggota ditangguhkan atau dikeluarkan',
  acceptMemberInvitation: 'Undangan diterima',
  proposeForCompany: 'Usulan diajukan',
  decideProposal: 'Usulan disetujui',
  refuseProposal: 'Usulan ditolak',
  withdrawProposal: 'Usulan ditarik',
  changePassword: 'Kata sandi diubah',
  resetPassword: 'Kata sandi diatur ulang',
  revokeMandate: 'Kuasa dicabut',
}

/** What was done, in words; the name in the trail where there are none. */
export const activityName = (operation: string): string => words[operation] ?? callName(operation)
