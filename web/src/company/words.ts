import type { CompanyRole, ProposableCall, RuleSubject } from '@pematang/contract/lenders/company/rules'

/** What a role is called, and what it lets a member do. */
export const roleWords: Record<CompanyRole, { name: string; does: string }> = {
  VIEWER: { name: 'Pelihat', does: 'melihat dan mengunduh' },
  MAKER: { name: 'Pengusul', does: 'mendanai dan menarik dana, menurut aturan perusahaan' },
  APPROVER: { name: 'Pemutus', does: 'memutuskan usulan rekan, dan dapat mengusulkan' },
  ADMINISTRATOR: { name: 'Administrator', does: 'mengatur orang dan aturan' },
}

/** What a rule is about. */
export const subjectWords: Record<RuleSubject, { name: string; does: string }> = {
  FUNDING: {
    name: 'Pendanaan dan pemungutan suara',
    does: 'pinjaman yang dipilih, dan suara atas ketentuan barunya menurut sisa pokok',
  },
  BULK: { name: 'Pendanaan Product', does: 'semua pinjaman satu produk sekaligus' },
  STRATEGY: { name: 'Pendanaan otomatis', does: 'strategi dan kuasa' },
  WITHDRAWAL: { name: 'Penarikan dana', does: 'ke rekening terdaftar perusahaan' },
  PEOPLE: { name: 'Orang dan aturan', does: 'mengundang, mengubah peran, mengubah aturan' },
}

const callWords: Record<ProposableCall, string> = {
  fundSelection: 'Pendanaan pinjaman',
  castVote: 'Suara atas ketentuan baru',
  submitBulkFunding: 'Pendanaan Product',
  createStrategy: 'Strategi baru',
  changeStrategy: 'Ubah strategi',
  orderStrategies: 'Urutan strategi',
  setStrategyState: 'Jalankan strategi',
  grantMandate: 'Kuasa pendanaan otomatis',
  withdraw: 'Penarikan dana',
  inviteMember: 'Undang anggota',
  changeMember: 'Ubah peran anggota',
  changeCompanyRules: 'Aturan persetujuan',
}

/** What a proposal is about, as a title. */
export const callName = (call: string): string => callWords[call as ProposableCall] ?? call

/** The names of roles in one line. */
export const roleNames = (roles: readonly CompanyRole[]): string =>
  roles.map((role) => roleWords[role].name).join(', ')
