import type { SessionUser } from '@pematang/contract/auth/endpoints'
import type { InstitutionProfile } from '@pematang/contract/profile/endpoints'
import { BadgeCheck } from 'lucide-react'
import { messageOf } from '../../api/errors.ts'
import { useLender } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useInstitution, useIsCorporate } from './use-institution.ts'

type Props = { open: boolean; onOpenChange: (open: boolean) => void; onClosed: () => void }
type Fact = readonly [name: string, value: string]

const phoneOf = (digits: string) => `+62 ${digits}`

const factsOfCompany = (company: InstitutionProfile): Fact[] => [
  ['Nama Perusahaan', company.companyName],
  ['Email Perusahaan', company.companyEmail],
  ['Nama Lengkap PIC', company.picFullname],
  ['Nomor Handphone PIC', phoneOf(company.phoneNumberPic)],
]

const factsOfPerson = ({ userName, email, phoneNumber, bankInformation: bank }: SessionUser): Fact[] => [
  ['Nama Lengkap', userName],
  ['Email', email],
  ['Nomor Handphone', phoneOf(phoneNumber)],
  ...(bank
    ? ([
        ['Bank', bank.bankName],
        ['Nomor Rekening', bank.bankAccount],
        ['Pemilik Rekening', bank.bankAccountPayroll],
      ] as const)
    : []),
]

/** Profil: a company with the person in charge of it, or the person who lends. */
export function ProfileDialog(props: Props) {
  const lender = useLender()
  return (
    <Dialog {...props} title="Profil" size="small">
      {useIsCorporate() ? <Company /> : <Facts facts={factsOfPerson(lender)} />}
    </Dialog>
  )
}

function Company() {
  const company = useInstitution()
  if (company.data) return <Facts facts={factsOfCompany(company.data)} />
  if (company.isPending) return <ComingFacts />
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <p className="text-mute">{messageOf(company.error)}</p>
      <Button variant="secondary" busy={company.isFetching} onClick={() => void company.refetch()}>
        Coba lagi
      </Button>
    </div>
  )
}

/** Whoever can log in was verified by the operator before. */
const Verified = () => (
  <p className="inline-flex h-7 items-center gap-1.5 rounded-full bg-ok-tint pr-3 pl-2 text-table font-semibold text-ok">
    <BadgeCheck size={18} aria-hidden />
    Terverifikasi
  </p>
)

function Facts({ facts }: { facts: Fact[] }) {
  return (
    <>
      <Verified />
      <dl className="hairlines mt-2">
        {facts.map(([name, value]) => (
          <div key={name} className="grid gap-0.5 py-3">
            <dt className="text-table text-mute">{name}</dt>
            <dd className="font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** Four facts on their way, in the place and size they will have. */
const ComingFacts = () => (
  <Loading label="Memuat profil…">
    <Skeleton className="h-7 w-32 rounded-full" />
    <div className="hairlines mt-2">
      {['w-48', 'w-40', 'w-36', 'w-32'].map((width) => (
        <div key={width} className="grid gap-0.5 py-3">
          <Skeleton className="my-0.5 h-4 w-28" />
          <Skeleton className={`my-0.5 h-4.5 ${width}`} />
        </div>
      ))}
    </div>
  </Loading>
)
