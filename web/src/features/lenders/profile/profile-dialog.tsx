import type { InstitutionProfile } from '@pematang/contract/lenders/profile/endpoints'
import type { UseQueryResult } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { type Profile, useProfile } from '../../../lender/profile.ts'
import { LoadFailure } from '../../../lists/load-failure.tsx'
import { paths } from '../../../paths.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Link } from '../../../ui/link.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'
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

const factsOfPerson = ({ userName, email, phoneNumber, bankInformation: bank }: Profile): Fact[] => [
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

/** The dialog Profil: a company with its person in charge, or a personal lender; the second factor and the active sessions. */
export const ProfileDialog = (props: Props) => (
  <Dialog {...props} title="Profil" size="small">
    {useIsCorporate() ? <Company /> : <Person />}
    <SecondFactor />
    <Sessions />
    <Integration onFollow={() => props.onOpenChange(false)} />
  </Dialog>
)

/** To the keys of the lender's own systems. */
const Integration = ({ onFollow }: { onFollow: () => void }) => (
  <p className="mt-6 border-t border-line pt-5">
    <Link
      to={paths.integration}
      onClick={onFollow}
      className="inline-flex min-h-11 items-center font-medium text-brand underline-offset-4 hover:underline"
    >
      Integrasi dengan sistem Anda
    </Link>
  </p>
)

const Company = () => <Fetched query={useInstitution()} factsOf={factsOfCompany} />
const Person = () => <Fetched query={useProfile()} factsOf={factsOfPerson} />

function Fetched<T>({ query, factsOf }: { query: UseQueryResult<T>; factsOf: (data: T) => Fact[] }) {
  if (query.data) return <Facts facts={factsOf(query.data)} />
  if (query.isPending) return <ComingFacts />
  return <LoadFailure query={query} />
}

/** Shown for every lender, because the operator verifies them before they can log in. */
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

/** Placeholder of four facts, in their final place and size. */
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
