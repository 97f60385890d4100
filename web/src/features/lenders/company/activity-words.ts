import { callName } from '../../../company/words.ts'

/** What the members of a company do besides what can be proposed, by the name in the audit trail. */
const words: Record<string, string> = {
  login: 'Masuk',
  logout: 'Keluar',
  validatePassword: 'Kata sandi diperiksa',
  validateFactor: 'Verifikasi dua langkah',
  changePassword: 'Kata sandi diubah',
  resetPassword: 'Kata sandi diatur ulang',
  endSession: 'Sesi diakhiri',
  endOtherSessions: 'Sesi lain diakhiri',
  endMember: 'Tangguhkan atau keluarkan anggota',
  acceptMemberInvitation: 'Terima undangan',
  propose: 'Ajukan usulan',
  proposeByKey: 'Ajukan usulan lewat kunci',
  setCallBack: 'Atur alamat panggilan balik',
  rotateCallBackSecret: 'Ganti kunci rahasia panggilan balik',
  createKey: 'Buat kunci API',
  rotateKey: 'Ganti kunci API',
  revokeKey: 'Cabut kunci API',
  decideProposal: 'Setujui usulan',
  refuseCompanyProposal: 'Tolak usulan',
  withdrawCompanyProposal: 'Tarik usulan',
  expireCompanyProposal: 'Usulan lewat waktu',
  exportCompanyActivity: 'Unduh aktivitas',
  exportPortfolio: 'Unduh portofolio',
  exportTransactions: 'Unduh transaksi',
  exportPortfolioReport: 'Unduh laporan portofolio',
  exportAccount: 'Unduh rekening koran',
  downloadDocument: 'Unduh dokumen',
  downloadStatement: 'Unduh laporan bulanan',
  downloadBalanceConfirmation: 'Unduh konfirmasi saldo',
  downloadDocumentArchive: 'Unduh arsip dokumen',
  requestDocumentArchive: 'Minta arsip dokumen',
  issueBalanceConfirmation: 'Buat konfirmasi saldo',
  generateLoanAgreement: 'Siapkan perjanjian',
  prepareMandate: 'Siapkan naskah kuasa',
  revokeMandate: 'Cabut kuasa',
  acceptRiskWarning: 'Setujui peringatan risiko',
}

/** What was done, in words; the name in the trail where there are none. */
export const activityName = (operation: string): string => words[operation] ?? callName(operation)
