import { paths } from '../paths.ts'
import { isSecondStep } from '../session/second-step.ts'

const product = 'Lender Dashboard'

/** Tab titles by path prefix; the first matching prefix applies. */
const titles: readonly (readonly [string, string])[] = [
  [paths.login, 'Masuk'],
  [paths.resetPassword, 'Lupa Kata Sandi'],
  [paths.portfolio, 'Portofolio'],
  [paths.userPortfolio, 'User Portofolio'],
  [paths.transactions, 'Transaction History'],
  [paths.marketplace, 'Marketplace'],
  ['/marketplace/loan/', 'Pinjaman'],
  ['/marketplace/selection/', 'Pendanaan Pilihan'],
  ['/bulk-list/', 'Produk Pendanaan'],
  [paths.autoFunding, 'Pendanaan Otomatis'],
  [paths.deposit, 'Deposit'],
  [paths.documents, 'Dokumen'],
  [paths.company, 'Perusahaan'],
  [paths.proposals, 'Persetujuan'],
  [paths.invitation, 'Undangan'],
  ['/pemungutan-suara/', 'Pemungutan Suara'],
  [paths.verification, 'Verifikasi'],
  [paths.signing, 'Tanda Tangan'],
  [paths.fundingStatus, 'Status Pendanaan'],
  [paths.withdrawStatus, 'Status Tarik Dana'],
  [paths.notificationSettings, 'Pengaturan Notifikasi'],
  [paths.notifications, 'Notifikasi'],
  [paths.sessions, 'Sesi Aktif'],
  [paths.integration, 'Integrasi'],
  [paths.terms, 'Syarat & Ketentuan'],
]

/**
 * The title of the browser tab, which distinguishes tabs and history entries.
 * @param pathname below the router's base
 * @param state of the history entry
 */
export function pageTitleOf(pathname: string, state: unknown = null): string {
  const title = isSecondStep(state)
    ? 'Verifikasi Dua Langkah'
    : titles.find(([start]) => pathname.startsWith(start))?.[1]
  return title ? `${title} · ${product}` : product
}
