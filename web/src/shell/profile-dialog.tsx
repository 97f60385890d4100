import { useLender } from '../session/use-session.ts'
import { Dialog } from '../ui/dialog.tsx'

/** Who is logged in, as the session knows it. */
export function ProfileDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const lender = useLender()
  const bank = lender.bankInformation
  const rows = [
    ['Nama', lender.userName],
    ['Email', lender.email],
    ['Nomor Handphone', `+62 ${lender.phoneNumber}`],
    ['Tipe Akun', lender.userTypeName],
    ...(bank
      ? [
          ['Bank', bank.bankName],
          ['Nomor Rekening', bank.bankAccount],
          ['Pemilik Rekening', bank.bankAccountPayroll],
        ]
      : []),
  ]
  return (
    <Dialog {...props} title="Profil" size="small">
      <dl className="hairlines">
        {rows.map(([label, value]) => (
          <div key={label} className="flex min-h-12 items-center justify-between gap-6 py-2">
            <dt className="shrink-0 text-mute">{label}</dt>
            <dd className="text-right font-medium break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
