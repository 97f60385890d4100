import { paths } from '../paths.ts'
import { Link } from '../ui/link.tsx'
import { StatusLabel, type StatusTone } from '../ui/status-label.tsx'
import type { Requirement } from './requirements.ts'

const names: Record<Requirement['name'], string> = {
  LENDER_CLASS: 'Kelas Pemberi Dana',
  AGE: 'Usia atau status menikah',
  IDENTITY_CHECK: 'Pemeriksaan identitas',
  PERSON_IN_CHARGE: 'Penanggung jawab (PIC)',
  BANK_ACCOUNT: 'Rekening bank',
  VIRTUAL_ACCOUNT: 'Virtual account',
  TAX_NUMBER: 'NPWP atau NIK',
  MANDATE: 'Kuasa pendanaan otomatis',
  SECOND_FACTOR: 'Verifikasi dua langkah',
}

const states: Record<Requirement['state'], { tone: StatusTone; label: string }> = {
  MISSING: { tone: 'warn', label: 'Belum ada' },
  UNMET: { tone: 'bad', label: 'Belum memenuhi' },
  EXPIRED: { tone: 'bad', label: 'Kedaluwarsa' },
  WAITING: { tone: 'idle', label: 'Diproses' },
}

/** What the account still needs, with its state and what to do about it. */
export const RequirementList = ({ list }: { list: readonly Requirement[] }) => (
  <ul className="hairlines">
    {list.map(({ name, state, message, code }) => (
      <li key={name} className="grid gap-1 py-3">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h3 className="font-semibold">{names[name]}</h3>
          <StatusLabel tone={states[state].tone}>{states[state].label}</StatusLabel>
        </div>
        <p className="max-w-[80ch] text-table text-mute">{message}</p>
        {code === 'MANDATE_MISSING' && <Step to={paths.autoFunding}>Lihat kuasa</Step>}
        {name === 'SECOND_FACTOR' && <Step to={paths.sessions}>Pasang sekarang</Step>}
      </li>
    ))}
  </ul>
)

const Step = ({ to, children }: { to: string; children: string }) => (
  <Link
    to={to}
    className="inline-flex min-h-11 items-center justify-self-start text-table font-medium text-brand underline-offset-4 hover:underline"
  >
    {children}
  </Link>
)
