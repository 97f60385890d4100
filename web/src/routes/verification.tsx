import { Verification } from '../features/reports/verification/verification.tsx'
import { GuestLayout } from './guest/guest-layout.tsx'

/** The public page on which anybody verifies a balance confirmation by its code, without a login. */
export default function VerificationScreen() {
  return (
    <GuestLayout
      title="Verifikasi Konfirmasi Saldo"
      lead="Masukkan kode yang tercetak di dokumen. Halaman ini terbuka untuk siapa pun, tanpa akun."
    >
      <Verification />
    </GuestLayout>
  )
}
