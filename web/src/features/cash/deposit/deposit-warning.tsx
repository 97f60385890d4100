import { Clock, TriangleAlert } from 'lucide-react'

/** A warning about what to check before paying in, and when the money is credited (specification, section 2). */
export function DepositWarning() {
  return (
    <section
      aria-label="Perhatian"
      className="grid gap-3 rounded-card bg-warn-tint px-5 py-4 md:grid-cols-2 md:gap-8 md:px-6"
    >
      <p className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
        <TriangleAlert size={20} aria-hidden className="mt-px text-warn" />
        <span>
          <strong className="block font-semibold text-warn">Periksa nama tujuan sebelum membayar</strong>
          Bayar hanya ke nomor di halaman ini, yang dibuat khusus untuk akun Anda.
        </span>
      </p>
      <p className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
        <Clock size={20} aria-hidden className="mt-px text-warn" />
        <span>
          <strong className="block font-semibold text-warn">Perlu waktu minimal 10 menit</strong>
          Top up masuk ke saldo Anda paling cepat 10 menit setelah pembayaran.
        </span>
      </p>
    </section>
  )
}
