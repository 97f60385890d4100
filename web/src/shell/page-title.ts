import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../paths.ts'

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
 */
export function pageTitleOf(pathname: string): string {
  const title = titles.find(([start]) => pathname.startsWith(start))?.[1]
  return title ? `${title} · ${product}` : product
}

export function usePageTitle(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    document.title = pageTitleOf(pathname)
  }, [pathname])
}
